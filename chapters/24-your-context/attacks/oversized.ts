import { attack } from '#attack';

const title = 'Make the server keep a body of 8 MB in memory';
const size = 8_000_000;

export default attack('oversized', { step: 4, title }, async ({ target, say }) => {
  const body = `{"theme":"${'x'.repeat(size)}"}`;
  const honest = target.client('Attacker');
  const { status } = await honest.post('/settings', body, { note: '8 MB, and a Content-Length that says so' });

  // Without a length, the server only finds out how large a body is while it reads.
  const silent = target.connect();
  silent.send('POST /settings HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n');
  silent.send(`${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`);
  const chunked = await silent.status(10_000);
  say(`Attacker: POST /settings, 8 MB in chunks, without a length …  ${chunked || 'no response'}`);
  silent.vanish();
  return status === 200 || chunked === 200 ? 'succeeded' : 'blocked';
});
