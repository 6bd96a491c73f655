import { randomInt } from 'node:crypto';
import { attack } from '#attack';

const title = 'Make a reader wait for the logins of a crowd';
const env = { BCRYPT_COST: '8', TRUST_PROXY: '1' };
const crowd = 96;
/** One fewer than a network may fail in an hour. */
const neighbours = 39;

export default attack('crowd', { step: 4, title, env }, async ({ target, say }) => {
  const now = Date.now();
  const reader = { email: `reader-${now}@example.com`, password: 'leeks and potatoes' };
  (await target.client().post('/auth/register', { name: 'Reader', ...reader })).expect(201);

  const home = `198.51.${randomInt(256)}.${randomInt(256)}`;
  say(`Crowd: ${crowd} logins with made-up emails at the same moment, ${neighbours} of them in the reader's network …`);
  const connections = Array.from({ length: crowd }, () => target.connect());
  const statuses: number[] = [];
  await Promise.all(
    connections.map((connection, index) => {
      const body = JSON.stringify({ email: `nobody-${index}-${now}@example.com`, password: 'a wild guess' });
      const address = index < neighbours ? home : `203.0.113.${index}`;
      connection.send(
        `POST /auth/login HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${address}\r\n` +
          `Content-Length: ${body.length}\r\n\r\n${body}`,
      );
      return connection.sent();
    }),
  );
  const all = connections.map((connection) => connection.status(120_000).then((status) => statuses.push(status)));
  const client = target.client('Reader');
  const login = (password: string, note: string) =>
    client.post('/auth/login', { ...reader, password }, { note, headers: { 'X-Forwarded-For': home } });
  const reply = await login(reader.password, 'with the right password').catch((error: Error) => {
    say(`Reader: ${error.message}`);
    return undefined;
  });
  const ahead = statuses.filter((each) => each === 401).length;
  const compared =
    ahead === 1 ? '1 password of the crowd was compared' : `${ahead} passwords of the crowd were compared`;
  say(`  ${compared} before the reader ${reply === undefined ? 'gave up' : 'got a response'}.`);
  await Promise.all(all);
  for (const connection of connections) connection.vanish();
  say(`  ${statuses.filter((each) => each === 503).length} logins of the crowd were refused with 503.`);
  if (reply === undefined || ahead > 80) return 'succeeded';
  await login('leeks and potatos', 'a moment later, with a typo');
  await login('leaks and potatoes', 'with another typo');
  return (await login(reader.password, 'with the right password')).status === 200 ? 'blocked' : 'succeeded';
});
