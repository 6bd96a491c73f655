import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { join } from 'node:path';
import { type Answer, CheckFailure, chapter, inTurn, random, type Session } from '#check';
import { openDatabase } from '../../framework/drivers/database-driver.ts';

const { step } = chapter(import.meta.url);

step(1, (check) => {
  check('a page of an origin in CORS_ORIGINS may ask first', async (app) => {
    const { origins, preflights } = await (await app.once(stories)).pages;
    for (const [index, answer] of preflights.entries()) {
      answer
        .status(204, 'a preflight is an OPTIONS with Origin and Access-Control-Request-Method. Cors answers it itself.')
        .header(
          'Access-Control-Allow-Origin',
          origins[index]!,
          'is Cors in the middlewares of src/app.options.ts? The origin stands in CORS_ORIGINS.',
        )
        .header(
          'X-Content-Type-Options',
          'nosniff',
          'a preflight is an answer, too: SecurityHeaders stands before Cors.',
        )
        .header('Access-Control-Allow-Methods', /(?=.*\bPUT\b)(?=.*\bDELETE\b)/, 'the methods of this API, in a list.')
        .header(
          'Access-Control-Allow-Headers',
          /(?=.*\bauthorization\b)(?=.*\bcontent-type\b)(?=.*\bx-api-key\b)/i,
          'Authorization, Content-Type and X-API-Key: what a client of ours has to send.',
        );
    }
  });

  check('a page of an origin in CORS_ORIGINS may read every answer, errors too', async (app) => {
    const { origins, answers, asked } = await (await app.once(stories)).pages;
    for (const [code, answer] of answers) {
      answer
        .status(code)
        .header(
          'Access-Control-Allow-Origin',
          origins[0]!,
          'Cors is a global middleware, and sets the header before it goes on: then errors carry it too.',
        )
        .header('Vary', /\borigin\b/i, 'the answer depends on the origin. Vary: Origin tells caches so.')
        .expect(
          answer.headers.get('access-control-allow-credentials') === null,
          'no Access-Control-Allow-Credentials',
          'a page of others comes with a token. With the cookies of its visitor, it would come as that visitor.',
        );
    }
    asked
      .status(204, 'an OPTIONS without Access-Control-Request-Method is no preflight, whoever sends it: return next().')
      .header('Allow', /GET/, 'the framework answers what is no preflight, and names the methods: return next().');
  });

  check('a page of another origin may not', async (app) => {
    const plain = await (await app.once(stories)).plain;
    const { strangers } = await (await app.once(stories)).pages;
    for (const answer of strangers) {
      answer
        .expect(
          answer.headers.get('access-control-allow-origin') === null,
          'no Access-Control-Allow-Origin',
          'only an origin that stands in CORS_ORIGINS, letter for letter, is allowed. No *, and no echo.',
        )
        .header('Vary', /\borigin\b/i, 'Vary: Origin belongs to every answer, also to those without permission.');
    }
    plain.options
      .status(204, 'an OPTIONS that is no preflight is answered by the framework, as before: return next().')
      .header('Allow', /GET/);
    plain.posts.expect(
      ![...plain.posts.headers.keys()].some((name) => name.startsWith('access-control-')),
      'no header that begins with Access-Control',
      'CORS_ORIGINS is not set: nobody. Split at the commas, that is a list with one empty origin; no Origin is empty, too.',
    );
  });

  check('every answer says what it is not', async (app) => {
    const { production } = await (await app.once(stories)).pages;
    const plain = await (await app.once(stories)).plain;
    for (const answer of [plain.posts, plain.missing, plain.me, production]) {
      answer
        .header('X-Content-Type-Options', 'nosniff', 'SecurityHeaders is a global middleware: first in the list.')
        .header('Content-Security-Policy', /(?=.*default-src 'none')(?=.*frame-ancestors 'none')/)
        .header('Referrer-Policy', 'no-referrer');
      answer.expect(
        (answer.headers.get('strict-transport-security') !== null) === (answer === production),
        'Strict-Transport-Security where NODE_ENV is production, and only there',
        'the browser remembers it for a year. On http://localhost it would lock you out of your own machine.',
      );
    }
    plain.me.header('Cache-Control', 'no-store', 'whatever is under /auth/ must not be kept by anybody on the way.');
    plain.posts.expect(
      plain.posts.headers.get('cache-control') === null,
      'no Cache-Control for /posts',
      'only what is under /auth/ is no-store.',
    );
  });
});

step(2, (check) => {
  check(
    '/api/v1 answers as ever',
    async (app) => {
      const { v1, draft } = await (await app.once(stories)).versions;
      v1.list.status(200).json(v1.plainList, 'what /posts answers, word for word: the first contract.');
      v1.show.status(200).json(v1.plainShow, 'what /posts/:id answers, word for word.');
      v1.draft.status(200, 'the first version shows drafts to whoever knows the id.').fields({ id: draft.id });
      v1.missing.error(404, 'Post not found');
    },
    { alreadyTrue: true },
  );

  check('/api/v2 has an envelope, and no email', async (app) => {
    const { v2, post, author } = await (await app.once(stories)).versions;
    const { id, title, content, created_at, updated_at } = post;
    const entry = { id, title, content, author, created_at, updated_at };
    v2.list
      .status(200)
      .json({ data: [entry], count: 1 }, 'data is the list, count its length; an author is id and name.');
    v2.show.status(200).json({ data: entry }, 'one post stands in data, too.');
  });

  check('/api/v2 does not know drafts', async (app) => {
    const { v2 } = await (await app.once(stories)).versions;
    const because = 'a draft is 404 here, and not to be told from a post that does not exist.';
    v2.draft.error(404, 'Post not found', because);
    v2.missing.error(404, 'Post not found', because);
    v2.v3.error(404, 'Not Found', 'there is no third version.');
  });
});

step(3, (check) => {
  check('a body of more than 64 KiB is 413', async (app) => {
    const { large, fitting } = await (await app.once(stories)).versions;
    large.error(413, 'Payload Too Large', 'limits: { body: 64 * 1024 } in the options of the application.');
    fitting.status(201, because(fitting, 'a post of 65,000 characters fits: the limit is 64 KiB.'));
  });

  check('GET /posts responds with one page, and a link to the next one', async (app) => {
    await (await app.once(stories)).versions;
    const { usual, small, v1, rows } = await (await app.once(stories)).paging;
    const [first] = usual as [Answer, ...Answer[]];
    first
      .status(200)
      .expect(
        first.body.length === 50,
        `an array of 50 posts: there are more than 60, and this one has ${first.body.length}`,
        first.body.length > 50
          ? 'the whole list is in the response: PostsController.index returns inPages(…).'
          : 'the page has 50 entries, and list is asked for one more: inPages takes it off again.',
      );
    first.header(
      'Link',
      /^<.+>; rel="next"$/,
      'PostsController.index returns inPages(ctx, (page) => this.posts.list(page)).',
    );
    first.expect(
      rows !== undefined && rows <= 51,
      `a query that returns 51 rows; this one returned ${rows}`,
      'inPages takes off what is too much, but the database has read the whole list: `limit` in PostsService.list.',
    );
    for (const [index, pages] of [usual, small, v1].entries()) {
      const posts = pages.flatMap((page) => page.body as { id: string; created_at: string }[]);
      const sorted = [...posts].sort((a, b) => (keyOf(a) < keyOf(b) ? 1 : -1));
      pages
        .at(-1)!
        .status(200)
        .expect(
          new Set(posts.map(({ id }) => id)).size === 61 && posts.length === 61,
          `61 posts on ${[2, 9, 2][index]} pages, each of them once; these ${pages.length} pages have ${posts.length}`,
          'a page begins after the last entry of the page before: (posts.created_at, posts.id) < (…, …), both together. ' +
            'By the time alone, posts of the same millisecond are lost or come twice.',
        )
        .expect(
          posts.every(({ id }, position) => id === sorted[position]?.id),
          'the newest first, and for posts of the same millisecond the greater id',
          'order by posts.created_at desc, posts.id desc, as before.',
        );
    }
  });

  check(
    'a program that is asked to stop finishes what it has begun',
    async (app) => {
      const { last, exitCode } = await (await app.once(stories)).ending;
      if (last !== 200) {
        throw new CheckFailure({
          problem: `A login was running when the program was asked to stop, and was answered with ${last || 'nothing'}.`,
          expected: '200, and then the end',
          cause:
            'main.ts leaves signals to the framework, which lets what runs finish. Is there a process.exit somewhere?',
        });
      }
      if (exitCode !== 0) {
        throw new CheckFailure({
          problem: `The program ended with the exit code ${exitCode}.`,
          expected: '0, after everything is done',
          cause: 'the framework waits for what runs, for ten seconds at most. Does something never finish?',
        });
      }
    },
    { alreadyTrue: true },
  );
});

interface Person {
  email: string;
  password: string;
  name: string;
  token: string;
  user: { id: string; role: string };
}

/**
 * Two lives of one blog, on one file: in the first, only its own pages use it; in the second, it is in production, and pages
 * of other origins use it. Starting a program takes most of a run, so there are only two.
 */
async function stories(app: Session) {
  const env = { BCRYPT_COST: '4', DATABASE_URL: `file:${join(await app.folder(), 'blog.db')}` };
  const origins = [`https://${random.word()}.example`, `https://${random.word()}.example:8443`];
  const first = app.fresh({ ...env, CORS_ORIGINS: '' });
  const second = app.fresh({ ...env, CORS_ORIGINS: origins.join(', '), NODE_ENV: 'production', TRELLIS_TRACE: '1' });
  const acts = inTurn({
    plain: () => tellPlain(first),
    versions: () => tellVersions(first),
    ending: async (): Promise<{ last: number; exitCode: number | null }> =>
      stopDuring(first, '/auth/login', login((await acts.versions).me)),
    restart: async () => {
      await first.stop();
      await writePosts(env.DATABASE_URL, (await acts.versions).me.user.id);
    },
    paging: () => tellPaging(second),
    pages: () => tellPages(second, origins),
  });
  return acts;
}

/** 60 posts, always two in the same millisecond, so that their ids decide on the order. */
async function writePosts(address: string, author_id: string): Promise<void> {
  const db = await openDatabase(address);
  try {
    await db.transaction(async (tx) => {
      for (let count = 0; count < 60; count++) {
        const at = new Date(Date.UTC(2020, 0, 1) + Math.floor(count / 2)).toISOString();
        await tx.run`
          insert into posts (id, title, content, author_id, published, created_at, updated_at)
          values (${randomUUID()}, ${random.word()}, ${random.sentence()}, ${author_id}, ${true}, ${at}, ${at})`;
      }
    });
  } finally {
    await db.onStop();
  }
}

/** Step 3: a list that is longer than a page. Follows the links, but not for ever. */
async function tellPaging(program: Session) {
  const follow = async (path: string) => {
    const pages: Answer[] = [];
    for (let next: string | undefined = path; next !== undefined && pages.length < 40; ) {
      const answer: Answer = await program.get(next);
      pages.push(answer);
      next = /^<([^>]+)>; rel="next"$/.exec(answer.headers.get('link') ?? '')?.[1];
    }
    return pages;
  };
  const traced = (await program.running()).nextTrace(({ path }) => path === '/posts');
  traced.catch(() => {});
  const usual = await follow('/posts');
  const { rows } = (await traced).steps.find(({ kind }) => kind === 'query') ?? {};
  return { usual, small: await follow('/posts?limit=7'), v1: await follow('/api/v1/posts'), rows };
}

/** Step 1: no page of others, and no production. */
async function tellPlain(program: Session) {
  return {
    posts: await program.get('/posts'),
    missing: await program.get(`/${random.word()}`),
    me: await program.get('/auth/me'),
    options: await program.send('OPTIONS', '/posts'),
  };
}

/** Step 1: a program that other people's pages may use. */
async function tellPages(program: Session, origins: string[]) {
  const preflight = (Origin: string) =>
    program.send('OPTIONS', '/posts/1', undefined, { headers: { Origin, 'Access-Control-Request-Method': 'PUT' } });
  const preflights = [await preflight(origins[0]!), await preflight(origins[1]!)];
  const headers = { Origin: origins[0]! };
  const answers: [number, Answer][] = [
    [200, await program.get('/posts', { headers })],
    [401, await program.get('/auth/me', { headers })],
    [404, await program.get(`/${random.word()}`, { headers })],
    [400, await program.post('/auth/login', {}, { headers })],
  ];
  const asked = await program.send('OPTIONS', '/posts', undefined, { headers });
  const trusted = origins[0]!;
  const others = [
    'https://evil.example',
    `${trusted}.evil.example`,
    trusted.slice(0, -1),
    trusted.replace('//', '//evil'),
    trusted.replace('https', 'http'),
    'null',
  ];
  const strangers: Answer[] = [await program.get('/posts')];
  for (const Origin of others) {
    strangers.push(await program.get('/posts', { headers: { Origin } }), await preflight(Origin));
  }
  return { origins, preflights, answers, asked, strangers, production: answers[0]![1] };
}

/** Steps 2 and 3: a post and a draft, a large body and one that fits. */
async function tellVersions(program: Session) {
  const me = await register(program);
  const write = (content: string) => program.post('/posts', { title: random.word(), content }, bearer(me.token));
  const [first, second] = [await write(random.sentence()), await write(random.sentence())];
  const draft = second.status(201, because(second)).body;
  const { id, title, content } = first.status(201, because(first)).body;
  await program.put(`/posts/${id}`, { title, content, published: true }, bearer(me.token));
  const plainShow = await program.get(`/posts/${id}`);
  const version = async (name: string) => ({
    list: await program.get(`/api/${name}/posts`),
    show: await program.get(`/api/${name}/posts/${id}`),
    draft: await program.get(`/api/${name}/posts/${draft.id}`),
    missing: await program.get(`/api/${name}/posts/${randomUUID()}`),
  });
  const v1 = {
    ...(await version('v1')),
    plainList: (await program.get('/posts')).status(200).body,
    plainShow: plainShow.status(200).body,
  };
  const v2 = { ...(await version('v2')), v3: await program.get('/api/v3/posts') };
  const [large, fitting] = [await write('x'.repeat(70_000)), await write('x'.repeat(65_000))];
  const author = { id: me.user.id, name: me.name };
  return { me, v1, v2, draft, post: v1.plainShow, author, large, fitting };
}

/** A limit that is too small refuses bodies where nobody expects it. */
function because({ code }: Answer, otherwise?: string): string | undefined {
  return code === 413 ? bytes : otherwise;
}

function person() {
  return { email: random.email(), password: random.sentence(), name: random.word() };
}

async function register(app: Session): Promise<Person> {
  const body = person();
  const answer = await app.post('/auth/register', body);
  answer.status(201, because(answer, 'POST /auth/register has to work as before.'));
  return { ...body, ...answer.body };
}

function login({ email, password }: { email: string; password: string }) {
  return { email, password };
}

function bearer(token: string) {
  return { headers: { Authorization: `Bearer ${token}` } };
}

function keyOf({ created_at, id }: { created_at: string; id: string }): string {
  return `${created_at} ${id}`;
}

/**
 * Asks the program to stop while it works on a request: its `100 Continue` says that it has begun. The body comes when
 * it has been asked. Gives the status of the answer, 0 where none came, and the exit code.
 */
async function stopDuring(
  app: Session,
  path: string,
  body: object,
): Promise<{ last: number; exitCode: number | null }> {
  const { hostname, port } = new URL(await app.url());
  const json = JSON.stringify(body);
  const socket = connect(Number(port), hostname);
  let received = '';
  socket.setEncoding('utf8').on('data', (piece) => {
    received += piece;
  });
  socket.setTimeout(10_000, () => socket.destroy());
  // Not `once`, which rejects if the program resets the connection: then no answer came, and that is the result.
  const closed = new Promise((resolve) => socket.on('error', () => {}).once('close', resolve));
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: ${hostname}\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${Buffer.byteLength(json)}\r\nExpect: 100-continue\r\n\r\n`,
  );
  await Promise.race([new Promise((resolve) => socket.once('data', resolve)), closed]);
  const stopped = app.stop();
  socket.write(json);
  const exitCode = await stopped;
  await closed;
  return { last: Number(/\r\n\r\nHTTP\/1\.1 (\d{3})/.exec(received)?.[1] ?? 0), exitCode };
}

const bytes = 'limits.body counts bytes: 64 KiB is 64 * 1024, which is 65,536.';
