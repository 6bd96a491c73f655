import { attack, CannotAttack } from '#attack';

const title = 'Crash the server with one request to a handler that throws';

export default attack('crash', { step: 4, title }, async ({ target, say }) => {
  const attacker = target.connect();
  attacker.send('GET /broken HTTP/1.1\r\nHost: localhost\r\n\r\n');
  const status = await attacker.status(5_000);
  say(`Attacker: GET /broken …  ${status || 'no response'}`);
  attacker.vanish();
  try {
    await target.client('Visitor').get('/time');
    return 'blocked';
  } catch (error) {
    if (!(error instanceof CannotAttack)) throw error;
    say('Visitor: GET /time …  no response. The server has crashed.');
    return 'succeeded';
  }
});
