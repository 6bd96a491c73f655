import { attack, type Client, type Stage } from '#attack';

const title = 'Do what the open internet does to a server on its first day';
const login = { email: 'nobody@example.com', password: 'a wild guess' };

/** What one part of the storm has achieved; undefined if the program withstood it. */
type Loss = string | undefined;

const parts: { name: string; step: number; run(stage: Stage): Promise<Loss> }[] = [
  { name: 'malformed request targets', step: 6, run: malformedTargets },
  { name: 'a hundred clients that disconnect in the middle of a request', step: 6, run: vanishingClients },
  { name: 'two hundred requests at once', step: 6, run: manyAtOnce },
  { name: 'a JSON body that is far too large', step: 6, run: largeBody },
  { name: 'twenty bodies that arrive one byte per second', step: 6, run: slowBodies },
  { name: 'responses whose type a browser may guess', step: 3, run: missingHeaders },
];

export default attack('storm', { step: 6, title, env: { BCRYPT_COST: '4' } }, async (stage) => {
  let losses = 0;
  for (const { name, step, run } of parts) {
    const loss = await run(stage).catch((error: Error) => error.message);
    stage.say(loss === undefined ? `  ✓ ${name}` : `  ✗ ${name}\n      ${loss} Step ${step} stops it.`);
    if (loss !== undefined) losses++;
  }
  stage.say(`The program withstood ${parts.length - losses} of ${parts.length}.`);
  return losses > 0 ? 'succeeded' : 'blocked';
});

async function malformedTargets({ target }: Stage): Promise<Loss> {
  for (const path of ['/%ZZ', '/%', '*', '/%E0%A4%A', 'no-slash', '/a b']) {
    const client = target.connect();
    client.send(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    const status = await client.status(5_000);
    client.vanish();
    if (status !== 400) return `GET ${path} got ${status || 'no response'} instead of 400.`;
  }
  return stillServes(target.client());
}

async function vanishingClients({ target }: Stage): Promise<Loss> {
  await target.together(100, async () => {
    const client = target.connect();
    client.send('POST /auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n{"email":');
    await client.sent();
    client.vanish();
  });
  return stillServes(target.client());
}

async function manyAtOnce({ target }: Stage): Promise<Loss> {
  const client = target.client();
  const statuses = await target.together(200, () =>
    client.get('/posts').then(
      ({ status }) => status,
      () => 0,
    ),
  );
  const lost = statuses.filter((status) => status !== 200).length;
  return lost === 0 ? undefined : `${lost} of 200 requests for /posts did not get 200.`;
}

async function largeBody({ target }: Stage): Promise<Loss> {
  const { status } = await target.client().post('/auth/login', { ...login, password: 'x'.repeat(200 * 1024) });
  return status === 413 ? undefined : `A login of 200 KiB got ${status} instead of 413: the program read all of it.`;
}

async function slowBodies({ target }: Stage): Promise<Loss> {
  const clients = Array.from({ length: 20 }, () => target.connect());
  for (const client of clients) {
    client.send('POST /auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n{');
  }
  const dripping = setInterval(() => {
    for (const client of clients) client.send(' ');
  }, 1_000);
  const statuses = await Promise.all(clients.map((client) => client.status(15_000)));
  clearInterval(dripping);
  for (const client of clients) client.vanish();
  const held = statuses.filter((status) => status !== 408).length;
  return held > 0 ? `${held} of 20 connections were still open after 15 seconds.` : stillServes(target.client());
}

async function missingHeaders({ target }: Stage): Promise<Loss> {
  const { headers } = await target.client().get('/no/such/path');
  const expected = ['x-content-type-options', 'content-security-policy', 'referrer-policy'];
  const missing = expected.filter((name) => headers[name] === undefined);
  return missing.length === 0 ? undefined : `Responses lack the headers ${missing.join(', ')}.`;
}

async function stillServes(client: Client): Promise<Loss> {
  const { status } = await client.get('/posts');
  return status === 200 ? undefined : `Afterwards GET /posts got ${status}.`;
}
