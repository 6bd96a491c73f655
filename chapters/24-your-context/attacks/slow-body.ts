import { attack } from '#attack';

const title = 'Hold a connection open with a body that never ends';

export default attack('slow-body', { step: 5, title }, async ({ target, say }) => {
  const attacker = target.connect();
  attacker.send('POST /settings HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{');
  say('Attacker: POST /settings, Content-Length: 100, one byte, and then silence …');
  const start = performance.now();
  const status = await attacker.status(4_000);
  const isClosed = performance.now() - start < 3_900;
  if (status !== 0) say(`The server gives up: ${status}`);
  else if (isClosed) say('The server closes the connection without a response.');
  else say('Four seconds later, the server is still waiting.');
  attacker.vanish();
  return status === 0 ? 'succeeded' : 'blocked';
});
