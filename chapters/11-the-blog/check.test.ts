import { createHmac } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type Answer, CheckFailure, chapter, examine, examineApplication, inspect, random, type Session } from '#check';
import { api } from './api.ts';
import vandal from './attacks/vandal.ts';

/** For checks that register a user: passwords are hashed one after another, and each takes a while. */
const deadline = 30_000;
const { step } = chapter(import.meta.url, { deadline });

step(1, (check) => {
  check('the routes that write are children of one group', async (app) => {
    const { groups } = await inspect(app);
    const listed = groups.map(({ path, children }) =>
      children.map((child) => `${child.method} ${joined(path, child)}`),
    );
    const doubled = listed.flat().find((route) => route.includes('/posts/posts'));
    if (doubled !== undefined) {
      fail(
        `There is a route ${doubled}.`,
        writes.join(', '),
        "the group has the path '/posts', and its children have it as well. Use an empty path for the group.",
      );
    }
    const group = groups[listed.findIndex((routes) => writes.every((route) => routes.includes(route)))];
    if (group?.middlewares.includes('BearerAuth')) return;
    if (group !== undefined) {
      fail(
        'The group of the three routes does not list BearerAuth.',
        'middlewares: [BearerAuth] on the group',
        'its routes list the middleware themselves, or not at all. A route that is added to the group would be open.',
      );
    }
    const most = listed.map((routes) => writes.filter((route) => routes.includes(route)));
    const found = most.toSorted((a, b) => b.length - a.length)[0] ?? [];
    const missing = writes.filter((route) => !found.includes(route));
    fail(
      `No group contains all three routes. Outside: ${missing.join(', ')}.`,
      `a group with ${writes.join(', ')}`,
      found.length === 0 ? 'the routes are not in a group.' : 'a route was not moved into the group.',
    );
  });

  check('the attack "vandal" is blocked', (app) => app.attack(vandal));

  check(
    'every user may change and delete every post',
    async (app) => {
      const { id, post } = await written(app);
      const { token } = await other(app);
      const because = (answer: Answer) =>
        answer.code === 403 || answer.code === 401
          ? 'the program checks who owns the post. That is a good idea, but the contract has no such rule: see the note in step 1.'
          : undefined;
      const body = aBody({ published: true });
      const changed = await app.put(`/posts/${id}`, body, bearer(token));
      changed
        .status(200, because)
        .fields({ ...body, author_id: post.author_id }, 'update replaces the author with the user of the token.');
      (await app.delete(`/posts/${id}`, bearer(token))).status(204, because).text('');
    },
    { alreadyTrue: true },
  );

  check(
    'reading needs no token',
    async (app) => {
      const because = (answer: Answer) =>
        answer.code === 401 ? 'the routes that read are in the group, too. They stay outside.' : undefined;
      (await app.get('/posts')).status(200, because);
      (await app.get(`/posts/${random.word()}`)).error(404, 'Post not found', because);
    },
    { alreadyTrue: true },
  );

  examine(check, api, 1);
});

step(2, (check) => {
  check('GET /posts/:id has the author, published or not', async (app) => {
    const draft = await written(app);
    const post = await published(app, await other(app));
    for (const expected of [draft, post]) {
      const shown = await app.get(`/posts/${expected.id}`);
      shown.status(200, shown.code === 404 ? ['find filters by published. Only list should.', dropped] : undefined);
      refuseHash(shown);
      const whole = { ...expected.post, author: expected.user };
      shown.json(whole, whyNotJoined(shown.body, whole));
    }
  });

  check(
    'the responses of POST and PUT have no author',
    async (app) => {
      const { id, token, created } = await written(app);
      const because = 'the author is loaded in create or update. Only find and list load it.';
      created.without(['author'], because);
      (await app.put(`/posts/${id}`, aBody(), bearer(token))).status(200).without(['author'], because);
    },
    { alreadyTrue: true },
  );

  examine(check, api, 2);
});

step(3, (check) => {
  check('GET /posts has every published post with its author, and no draft', async (app) => {
    const posts = [await published(app, await owner(app)), await published(app, await other(app))];
    const draft = await written(app);
    const list = await app.get('/posts');
    for (const { post, user } of posts) {
      const found = postsOf(list).find(({ id }) => id === post.id);
      const whole = { ...post, author: user };
      list.expect(
        isDeepStrictEqual(found, whole),
        `an array with ${JSON.stringify(whole)}`,
        whyNotJoined(found, whole),
      );
    }
    const isThere = postsOf(list).some(({ id }) => id === draft.id);
    list.expect(!isThere, `an array without the draft ${draft.id}`, 'the query no longer filters by published.');
    refuseHash(list);
  });

  examine(check, api, 3);
});

step(4, (check) => {
  check('PUT of a post that does not exist is 500 "record not found"', async (app) => {
    const { token } = await owner(app);
    const id = random.word();
    const answer = await app.put(`/posts/${id}`, aBody(), bearer(token));
    answer.error(500, 'record not found', whyNotTheMessage);
    await expectCauseInLog(app, answer, id);
  });

  check('POST for a user who does not exist is 500 with the message of the database', async (app) => {
    const token = tokenOf(app, { user_id: crypto.randomUUID(), email: random.email() });
    (await app.post('/posts', aBody(), bearer(token))).error(500, 'FOREIGN KEY constraint failed', whyNotTheMessage);
  });

  check(
    'DELETE of a post that does not exist is 204',
    async (app) => {
      const { token } = await owner(app);
      const because =
        'the program refuses to delete a post that does not exist. DELETE is idempotent, and the contract has 204 whether or not the post existed.';
      (await app.delete(`/posts/${random.word()}`, bearer(token))).status(204, because).text('');
    },
    { alreadyTrue: true },
  );

  examine(check, api, 4);
});

step(5, (check) => {
  check('GET /my-posts is in the group that lists BearerAuth', async (app) => {
    const { groups } = await inspect(app);
    const closed = groups.filter(({ middlewares }) => middlewares.includes('BearerAuth'));
    const paths = closed.flatMap(({ path, children }) => children.map((child) => joined(path, child)));
    if (paths.includes('/my-posts')) return;
    fail(
      'GET /my-posts is not in the group that lists BearerAuth.',
      'the route among the children of that group',
      'the route lists the middleware itself. The group exists so that a route that needs a token cannot lose the middleware.',
    );
  });

  check('GET /my-posts has all posts of the user, newest first, and no others', async (app) => {
    const me = await register(app);
    const older = await published(app, me);
    await published(app, await other(app));
    await app.advance({ seconds: 1 });
    const newer = await written(app, me);
    const mine = await app.get('/my-posts', bearer(me.token));
    mine.status(200).json([newer.post, older.post], whyNotMine(mine, me, newer.id));
  });

  check('GET /my-posts of a user without posts is an empty array', async (app) => {
    await written(app);
    const stranger = tokenOf(app, { user_id: crypto.randomUUID(), email: random.email() });
    (await app.get('/my-posts', bearer(stranger)))
      .status(200)
      .json([], "byAuthor does not compare author_id with ctx.get<string>('user_id').");
  });

  examine(check, api, 5);
  examineApplication(check, api);
});

const writes = ['POST /posts', 'PUT /posts/:id', 'DELETE /posts/:id'];
const noJoin = 'the query does not join users, or its rows are not turned into posts with toPostWithAuthor.';
const dropped = 'the join drops this post. Compare users.id with posts.author_id.';
const groupPath = "the path of the group is put in front of its children's paths. Use an empty path for the group.";

interface Post {
  id: string;
  title: string;
  content: string;
  author_id: string;
  author?: Person['user'];
  published: boolean;
  created_at: string;
  updated_at: string;
}

interface Person {
  /** As the registration returned it. */
  user: { id: string; email: string };
  token: string;
}

interface Written extends Person {
  id: string;
  post: Post;
  created: Answer;
}

function joined(prefix: string, { path }: { path: string }): string {
  return prefix.replace(/\/$/, '') + path;
}

function whyNotWritten({ code, content }: Answer): string | undefined {
  if (code === 404) return groupPath;
  return content.includes('Invalid token')
    ? 'TokensService.verify rejects a valid token. See step 3 of chapter 10.'
    : undefined;
}

/** What differs between a post of the response and the expected one. */
function whyNotJoined(found: unknown, expected: Post): string {
  const post = (found ?? {}) as Partial<Post> & Record<string, unknown>;
  if (found === undefined) return dropped;
  if (post.author === undefined) return noJoin;
  if (post.id === expected.author_id) return 'the id of the author replaces the id of the post.';
  const more = Object.keys(post).filter((name) => !(name in expected));
  if (more.length > 0) {
    return `the response still has the columns of the join: ${more.join(', ')}. toPostWithAuthor has to take them out.`;
  }
  if (!isDeepStrictEqual(post.author, expected.author)) {
    return 'the author is not the user as the registration returned it: id, email, name and created_at.';
  }
  const gone = Object.keys(expected).find((name) => !(name in post));
  if (gone !== undefined) {
    return `the post has no ${gone}: the query does not select it, or toPostWithAuthor takes it out of the row.`;
  }
  return typeof post.published === 'boolean'
    ? 'a field of the post has the value of another column.'
    : 'published is a number: toPostWithAuthor does not use toPost.';
}

function refuseHash(answer: Answer): void {
  answer.expect(
    !/password|email_key|\$2[aby]\$/.test(answer.content),
    'nothing about the password in the response',
    'the query selects the password hash. Name the columns of users that you need, and never users.*.',
  );
}

function whyNotMine(answer: Answer, { user }: Person, draft: string): string {
  const posts = postsOf(answer);
  if (posts.some(({ author_id }) => author_id !== user.id)) return 'byAuthor returns posts of other users.';
  if (posts.length === 0) return 'byAuthor finds no post. Compare author_id with the user_id in the context.';
  if (!posts.some(({ id }) => id === draft))
    return 'byAuthor filters by published. Here, drafts are part of the response.';
  if (posts.some(({ author }) => author !== undefined)) return 'byAuthor loads the author. This response has none.';
  if (posts.some(({ published }) => typeof published !== 'boolean')) return 'byAuthor returns its rows without toPost.';
  return 'byAuthor does not sort by created_at desc, id desc.';
}

function whyNotTheMessage({ code, content }: Answer): string | string[] {
  if (code === 404 || code === 403)
    return `the program responds with ${code} on its own. The contract requires 500 here: see step 4.`;
  if (code < 300) return 'the error is caught and not thrown again, or the call is not awaited.';
  if (code !== 500) return 'the status of the HttpError is not 500.';
  if (!content.includes('Internal Server Error'))
    return 'the message of the HttpError is not that of the database error.';
  return [
    'the error is not caught. `try { return promise }` ends before the promise is rejected: use `return await`, or `.catch(…)`.',
    'the error is caught, and what is thrown instead is not an HttpError. Is HttpError imported?',
  ];
}

/** The error that the client gets has the original as its cause, and the log shows both. */
async function expectCauseInLog(app: Session, answer: Answer, text: string): Promise<void> {
  // One more round trip: what was logged before it has arrived by then.
  await app.get('/posts');
  const line = (await app.output()).split('\n').find((entry) => entry.includes(text));
  const isThere = line?.includes('"cause":') ?? false;
  const noCause = 'the HttpError has no `cause`. Pass { cause: error } as its third argument.';
  const notThrown = 'nothing is logged: the handler sends a response itself, instead of throwing an HttpError.';
  answer.expect(isThere, 'the original error in the log', line === undefined ? notThrown : noCause);
}

/** All checks of a run share these users, because hashing their passwords takes a while. */
const owner = (app: Session) => app.once(registerOwner);
const other = (app: Session) => app.once(registerOther);
const registerOwner = (app: Session) => register(app);
const registerOther = (app: Session) => register(app);

/** With capitals in the email: the author of a post has it as it was registered. */
async function register(app: Session): Promise<Person> {
  const account = { email: `Reader.${random.word()}@Example.com`, password: random.sentence(), name: random.word() };
  const user = (await app.post('/auth/register', account)).status(201).body;
  return { user, token: tokenOf(app, { user_id: user.id, email: user.email }) };
}

/** A draft, and its author. */
async function written(app: Session, by?: Person): Promise<Written> {
  const { user, token } = by ?? (await owner(app));
  const created = await app.post('/posts', aBody(), bearer(token));
  const post = created.status(201, whyNotWritten).body;
  return { user, token, id: post.id, post, created };
}

async function published(app: Session, by: Person): Promise<Written> {
  const draft = await written(app, by);
  const { title, content } = draft.post;
  const answer = await app.put(`/posts/${draft.id}`, { title, content, published: true }, bearer(by.token));
  const { author, ...post } = answer.status(200, 'the post cannot be published: PUT has to work with a token.').body;
  return { ...draft, post };
}

function postsOf(answer: Answer): Post[] {
  return answer.status(200).expect(Array.isArray(answer.body), 'an array of posts').body;
}

function aBody<Others extends object>(others?: Others) {
  return { title: random.sentence(), content: random.sentence(), ...others };
}

function authorization(value: string) {
  return { headers: { Authorization: value } };
}

function bearer(token: string) {
  return authorization(`Bearer ${token}`);
}

/** Signed as login signs them, without the slow comparison of a login. */
function tokenOf(app: Session, claims: { user_id: string; email: string }): string {
  const exp = Math.floor(Date.now() / 1000) + 3_600;
  const signed = [
    { alg: 'HS256', typ: 'JWT' },
    { ...claims, exp },
  ]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return `${signed}.${createHmac('sha256', app.env.JWT_SECRET!).update(signed).digest('base64url')}`;
}

function fail(problem: string, expected: string, cause: string): never {
  throw new CheckFailure({ problem, expected, cause });
}
