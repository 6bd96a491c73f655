import { type ClientRequest, request } from 'node:http';
import { type Answer, CheckFailure, random, type Session, variation } from '#check';

const { check } = variation(import.meta.url, { adds: ['/admin/read-only'] });

/** Several processes start here, and a busy machine takes its time. */
const options = { concurrent: true, deadline: 30_000 };

check(
  'only admins see and change the state',
  async (app) => {
    const { before, refused, invalid, on, state } = await app.once(story);
    before.status(200, 'there is no route GET /admin/read-only.').json({ on: false });
    for (const [response, status] of refused)
      response.status(status, status === 403 ? 'the route has no `requireRole`.' : undefined);
    invalid.status(400, 'a value that is neither true nor false is accepted.');
    on.status(200).json({ on: true });
    state.status(200).json({ on: true });
  },
  options,
);

check(
  'from the response on, no worker changes a post',
  async (app) => {
    const { before, writes, posts } = await app.once(story);
    before.status(200);
    refusedAll(writes, 'the blog is read-only', [
      'each worker has its own state, and only one of them has heard of the change.',
      'a worker looks at the state only now and then, or keeps it for a while.',
      'the change is announced, and nobody waits until every worker knows it.',
    ]);
    if (posts.before !== posts.during)
      throw new CheckFailure({
        problem: 'While the blog was read-only, the posts have changed.',
        expected: posts.before,
        received: posts.during,
        cause: 'a request gets a 503 and has changed something nevertheless.',
      });
  },
  options,
);

check(
  'a client learns when to try again',
  async (app) => {
    const { writes } = await app.once(story);
    for (const write of writes.filter(({ status }) => status === 503))
      if (!/^[1-9]\d*$/.test(write.retryAfter))
        throw new CheckFailure({
          problem: `The response to ${write.what} has ${write.retryAfter === '' ? 'no header Retry-After' : `the header Retry-After: ${write.retryAfter}`}.`,
          expected: 'a number of seconds, such as Retry-After: 60',
          cause: 'the header is missing, or is neither of the two forms that it may have.',
        });
    if (!writes.some(({ status }) => status === 503)) refusedAll(writes, 'the blog is read-only');
  },
  options,
);

check(
  'reading, signing in and both health routes work as before',
  async (app) => {
    const { reads } = await app.once(story);
    for (const { what, status } of reads)
      if (status !== 200)
        throw new CheckFailure({
          problem: `While the blog was read-only, ${what} got the status ${status || 'none'}.`,
          expected: 'status 200: nobody changes a post with it',
          cause: what.includes('ready')
            ? 'a program that is read-only reports that it is not ready. The load balancer takes it out, and nobody can read any more.'
            : 'the middleware is on routes that only read.',
        });
  },
  options,
);

check(
  'a worker that starts later knows it, and so does the program after a restart',
  async (app) => {
    const { isReplaced, afterDeath, afterRestart, stateAfterRestart } = await app.once(story);
    if (!isReplaced)
      throw new CheckFailure({ problem: 'A worker was killed, and no other listened.', expected: 'a new worker' });
    refusedAll(afterDeath, 'a worker has died, and another one has replaced it', [
      'the state is in the memory of the workers, and a new one has none. It has to ask for it at startup.',
    ]);
    refusedAll(afterRestart, 'the program was stopped and started again', [
      'the state is only in the memory of the program.',
      'at startup, the state is set to `false`.',
    ]);
    stateAfterRestart.status(200).json({ on: true });
  },
  options,
);

check(
  'every worker writes again as soon as it is off',
  async (app) => {
    const { off, later } = await app.once(story);
    off.status(200).json({ on: false });
    const wrong = later.find(({ status }) => status !== 201 && status !== 200 && status !== 204);
    if (wrong === undefined) return;
    throw new CheckFailure({
      problem: `The state was off again, and ${wrong.what} got the status ${wrong.status || 'none'}.`,
      expected: 'a status below 300, from every worker',
      cause: [
        'a worker has not heard of the change.',
        'off is not stored, or is read as on: the value is the string "false", or only its presence counts.',
      ],
    });
  },
  options,
);

interface Sent {
  readonly what: string;
  readonly status: number;
  readonly retryAfter: string;
}

function refusedAll(sent: readonly Sent[], when: string, cause?: string[]): void {
  const wrong = sent.filter(({ status }) => status !== 503);
  if (wrong.length === 0) return;
  const count = wrong.length === sent.length ? 'All of them' : `${wrong.length} of them`;
  throw new CheckFailure({
    problem: `${sent.length} requests that change posts were sent, on connections of their own, when ${when}. ${count} did not get a 503: ${[...new Set(wrong.map(({ what, status }) => `${what} got ${status || 'no response'}`))].join(', ')}.`,
    expected: 'status 503 from every worker, for every way to create, change or delete a post, and for every user',
    ...(cause !== undefined && { cause }),
  });
}

/** Everything that happens to one program with two workers. */
async function story(app: Session) {
  const services = await app.services();
  const env = { BCRYPT_COST: '4', ...services.env, WORKERS: '2', DATABASE_POOL: '4' };
  let program = app.fresh(env);
  await bothListen(program);
  const people = await register(app, program, env);
  const { admin, author, key } = people;
  const change = (on: unknown, headers = admin) => program.put('/admin/read-only', { on }, { headers });
  const state = (headers = admin) => program.get('/admin/read-only', { headers });
  const mine = async () => (await program.get('/my-posts', { headers: author })).content;

  const before = await state();
  const refused: [Answer, number][] = [
    [await state(author), 403],
    [await change(true, author), 403],
    [await state({}), 401],
    [await change(true, {}), 401],
  ];
  const invalid = await change(random.word());
  const posts = { before: await mine(), during: '' };

  const on = await change(true);
  const ways = [author, key, admin];
  const writes = await send(await program.url(), changes(people.post, ways));
  const reads = await send(await program.url(), [
    ...['/posts', `/posts/${people.post}`, '/health/live', '/health/ready'].map((path) => ({
      method: 'GET',
      path,
      headers: {},
    })),
    { method: 'GET', path: '/my-posts', headers: author },
    { method: 'POST', path: '/auth/login', headers: {}, body: people.login },
  ]);
  posts.during = await mine();
  const during = await state();

  const isReplaced = await killOne(program);
  const afterDeath = await send(await program.url(), changes(people.post, [author]));
  await program.stop();
  program = app.fresh(env);
  await bothListen(program);
  const afterRestart = await send(await program.url(), changes(people.post, [author]));
  const stateAfterRestart = await state();

  const off = await change(false);
  const later = await send(await program.url(), creations([author, key]));
  return {
    ...{ before, refused, invalid, on, state: during, writes, reads, posts },
    ...{ isReplaced, afterDeath, afterRestart, stateAfterRestart, off, later },
  };
}

async function bothListen(program: Session): Promise<void> {
  await program.url();
  await program.workers((events) => events.filter(({ event }) => event === 'listening').length >= 2);
}

/** Whether another worker listens in its place. */
async function killOne(program: Session): Promise<boolean> {
  const events = await program.workers(() => true, 0);
  const listening = events.filter(({ event }) => event === 'listening');
  process.kill(listening[0]!.pid, 'SIGKILL');
  const all = await program.workers(
    (known) => known.filter(({ event }) => event === 'listening').length > listening.length,
    20_000,
  );
  return all.filter(({ event }) => event === 'listening').length > listening.length;
}

/** An author with a published post and an API key, and an admin. */
async function register(app: Session, program: Session, env: Record<string, string>) {
  const person = () => ({ email: random.email(), password: random.sentence(), name: random.word() });
  const bearer = (token: string): Record<string, string> => ({ Authorization: `Bearer ${token}` });
  const [login, chief] = [person(), person()];
  const author = bearer((await program.post('/auth/register', login)).status(201).body.token);
  const text = { title: random.sentence(), content: random.sentence() };
  const { id } = (await program.post('/posts', text, { headers: author })).status(201).body;
  (await program.put(`/posts/${id}`, { ...text, published: true }, { headers: author })).status(200);
  const made = await program.post('/auth/api-keys', { name: random.word(), scope: 'write' }, { headers: author });
  await program.post('/auth/register', chief);
  (await app.command('cli.ts', ['users', 'promote', chief.email, '--yes'], env)).exit(0);
  const admin = bearer((await program.post('/auth/login', chief)).status(200).body.token);
  return { login, author, admin, key: { 'X-API-Key': made.status(201).body.key as string }, post: id as string };
}

interface Write {
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body?: unknown;
}

/** Every way to change a post, often enough that each worker gets some of them. */
function changes(id: string, ways: readonly Record<string, string>[]): Write[] {
  return [0, 1, 2].flatMap(() =>
    ways.flatMap((headers) => [
      ...creations([headers]),
      {
        method: 'PUT',
        path: `/posts/${id}`,
        headers,
        body: { title: random.word(), content: random.word(), published: true },
      },
      { method: 'DELETE', path: `/posts/${id}`, headers },
    ]),
  );
}

function creations(ways: readonly Record<string, string>[]): Write[] {
  return [0, 1].flatMap(() =>
    ways.map((headers) => ({
      method: 'POST',
      path: '/posts',
      headers,
      body: { title: random.word(), content: random.word() },
    })),
  );
}

/** At once, each on a connection of its own: the primary hands them to the workers in turn. */
function send(url: string, writes: readonly Write[]): Promise<Sent[]> {
  return Promise.all(
    writes.map(({ method, path, headers, body }) => {
      const what = `${method} ${path.replace(/[0-9a-f-]{36}/, ':id')}`;
      const content = body === undefined ? undefined : JSON.stringify(body);
      return new Promise<Sent>((resolve) => {
        const lost = () => resolve({ what, status: 0, retryAfter: '' });
        const type = content === undefined ? {} : { 'Content-Type': 'application/json' };
        const sent: ClientRequest = request(new URL(path, url), {
          ...{ method, agent: false, timeout: 10_000 },
          headers: { ...headers, ...type },
        });
        sent.on('response', (response) => {
          response
            .resume()
            .on('close', () =>
              resolve({ what, status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] ?? '' }),
            );
        });
        sent.on('timeout', () => sent.destroy()).on('error', lost);
        sent.end(content);
      });
    }),
  );
}
