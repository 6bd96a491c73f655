import { createHmac } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { chapter, random, type Session } from '#check';
import { openDatabase } from '../../framework/drivers/database-driver.ts';

const { step } = chapter(import.meta.url);

/** For the checks that register somebody: the work itself is slow there. */
const hashes = { deadline: 15_000 };

step(1, (check) => {
  check(
    'everything that writes is refused without a token, and changes nothing',
    async (app) => {
      const { id, token, post } = await written(app);
      const because = 'this route writes, so it stands among the children of the group that has the guard.';
      for (const [method, path] of [
        ['POST', '/posts'],
        ['PUT', `/posts/${id}`],
        ['DELETE', `/posts/${id}`],
      ] as const) {
        const body = method === 'DELETE' ? undefined : aBody({ published: true });
        const word = random.word();
        (await app.send(method, path, body)).error(401, 'Missing authorization', because);
        (await app.send(method, path, body, authorization(`Basic ${word}`))).error(
          401,
          'Invalid authorization format',
          because,
        );
        (await app.send(method, path, body, bearer(word))).error(401, 'Invalid token', because);
      }
      const { title, content, published } = post;
      (await app.get(`/posts/${id}`, bearer(token)))
        .status(200, 'where it is 404, a DELETE was refused with 401 and the post is gone all the same.')
        .fields({ title, content, published }, 'a PUT was refused with 401, and the post was changed all the same.');
    },
    hashes,
  );

  check(
    'whoever has a token may change and delete any post',
    async (app) => {
      const { id, post } = await written(app);
      const { token } = await other(app);
      const because = 'this is the token of another user than the author. The contract knows no owner: see the README.';
      const body = aBody({ published: true });
      const changed = await app.put(`/posts/${id}`, body, bearer(token));
      changed.status(200, because).fields({ ...body, author_id: post.author_id }, 'the author of a post stays.');
      (await app.delete(`/posts/${id}`, bearer(token))).status(204, because).text('');
    },
    { alreadyTrue: true, ...hashes },
  );

  check(
    'everybody may read, without a token',
    async (app) => {
      const { id } = await written(app);
      const because = 'reading needs no token: these two routes stay outside of the group.';
      (await app.get('/posts')).status(200, because);
      (await app.get(`/posts/${id}`)).status(200, because);
      (await app.get(`/posts/${random.word()}`)).error(404, 'Post not found', because);
    },
    { alreadyTrue: true },
  );
});

step(2, (check) => {
  check('GET /posts/:id has the author, published or not', async (app) => {
    const draft = await written(app);
    const post = await published(app, await other(app));
    for (const expected of [draft, post]) {
      const shown = await app.get(`/posts/${expected.id}`);
      shown
        .status(200, 'only the list hides drafts. `find` asks for the id, and for nothing else.')
        .expect(!/password|email_key|\$2[aby]\$/.test(shown.content), 'nothing of the password', hashInside)
        .json({ ...expected.post, author: expected.user }, joined);
    }
  });

  check('GET /posts has every published post, with its author, and no draft', async (app) => {
    const posts = [await published(app, await owner(app)), await published(app, await other(app))];
    const draft = await written(app);
    const list = await app.get('/posts');
    for (const { post, user } of posts) {
      const found = postsOf(list).find(({ id }) => id === post.id);
      list.expect(
        isDeepStrictEqual(found, { ...post, author: user }),
        `with ${JSON.stringify({ ...post, author: user })}`,
        joined,
      );
    }
    const isThere = postsOf(list).some(({ id }) => id === draft.id);
    list.expect(!isThere, `no post ${draft.id}: it is a draft`, 'the list shows everything: where is the `where`?');
    list.expect(!/password|email_key|\$2[aby]\$/.test(list.content), 'nothing of the password', hashInside);
  });

  check(
    'the answers of POST and PUT have no author in them',
    async (app) => {
      const { id, token, created } = await written(app);
      created.without(['author'], authorOnlyWhereRead);
      (await app.put(`/posts/${id}`, aBody(), bearer(token))).status(200).without(['author'], authorOnlyWhereRead);
    },
    { alreadyTrue: true },
  );

  check(
    'GET /posts begins with the newest post',
    async (app) => {
      const older = await published(app, await owner(app));
      await app.advance({ seconds: 1 });
      const newer = await published(app, await other(app));
      const list = await app.get('/posts');
      const places = [newer, older].map(({ post }) => postsOf(list).findIndex(({ id }) => id === post.id));
      list.expect(
        places[0]! >= 0 && places[0]! < places[1]!,
        `the post ${newer.id} before the post ${older.id}`,
        'a join keeps no order either: the list still needs its `order by`.',
      );
    },
    { alreadyTrue: true },
  );
});

step(3, (check) => {
  check('GET /my-posts needs a token', async (app) => {
    const because = 'the route stands among the children of the group that has the guard.';
    const word = random.word();
    (await app.get('/my-posts')).error(401, 'Missing authorization', because);
    (await app.get('/my-posts', authorization(word))).error(401, 'Invalid authorization format', because);
    (await app.get('/my-posts', bearer(word))).error(401, 'Invalid token', because);
  });

  check(
    'GET /my-posts has all of my posts, published or not, and no others',
    async (app) => {
      const me = await register(app);
      const older = await published(app, me);
      await published(app, await other(app));
      await app.advance({ seconds: 1 });
      const newer = await written(app, me);
      const mine = await app.get('/my-posts', bearer(me.token));
      mine
        .status(200)
        .json(
          [newer.post, older.post],
          'these two are mine, the newest first, drafts too, and without `author`: whoever asks knows who it is.',
        );
    },
    hashes,
  );

  check('GET /my-posts of somebody without posts is an empty list', async (app) => {
    await written(app);
    const stranger = tokenOf(app, { user_id: crypto.randomUUID(), email: random.email() });
    (await app.get('/my-posts', bearer(stranger)))
      .status(200)
      .json([], 'the posts of others are there. The `where` asks for the user_id that the guard has left.');
  });
});

step(4, (check) => {
  check('PUT of a post that does not exist is 500 with the words "record not found"', async (app) => {
    const { token } = await owner(app);
    (await app.put(`/posts/${random.word()}`, aBody(), bearer(token))).error(500, 'record not found', ownWords);
  });

  check('POST for a user who does not exist is 500 with the words of the store', async (app) => {
    const token = tokenOf(app, { user_id: crypto.randomUUID(), email: random.email() });
    (await app.post('/posts', aBody(), bearer(token))).error(500, 'FOREIGN KEY constraint failed', ownWords);
  });

  check('whatever the store says on create, update and delete, the client hears', async (app) => {
    await withStubbornStore(async (file, id) => {
      const program = app.fresh({ DATABASE_URL: `file:${file}` });
      const headers = bearer(tokenOf(app, { user_id: crypto.randomUUID(), email: random.email() }));
      try {
        (await program.post('/posts', aBody(), headers)).error(500, stubborn.insert, ownWords);
        (await program.put(`/posts/${id}`, aBody(), headers)).error(500, stubborn.update, ownWords);
        (await program.delete(`/posts/${id}`, headers)).error(500, stubborn.delete, ownWords);
      } finally {
        // Windows removes no file that somebody has open. Where the program never came up, the check says so already.
        await program.stop().catch(() => {});
      }
    });
  });

  check(
    'DELETE of a post that does not exist is 204',
    async (app) => {
      const { token } = await owner(app);
      const because = 'nothing failed: the post is gone, as wanted. Only what the store throws is a 500.';
      (await app.delete(`/posts/${random.word()}`, bearer(token))).status(204, because).text('');
    },
    { alreadyTrue: true },
  );

  check(
    'a body that does not fit is still 400',
    async (app) => {
      const { id, token, post } = await written(app);
      const because = 'this is no failure of the store. `bind` stays outside of what you catch.';
      for (const body of ['{bad', {}, [], { title: '', content: 'x' }, { title: random.word() }, { title: 5 }]) {
        (await app.post('/posts', body, bearer(token))).error(400, 'Invalid request', because);
      }
      for (const body of ['{bad', [], { title: 5 }, { published: 'yes' }]) {
        (await app.put(`/posts/${id}`, body, bearer(token))).error(400, 'Invalid request', because);
      }
      (await app.get(`/posts/${id}`)).status(200).fields({ title: post.title, content: post.content });
    },
    { alreadyTrue: true },
  );

  check(
    'there is nothing under /admin, and only register and login under /auth',
    async (app) => {
      const because = 'the contract of this chapter has no such address.';
      (await app.get('/admin/drafts')).error(404, 'Not Found', because);
      (await app.get('/auth/me')).error(404, 'Not Found', because);
      (await app.post('/auth/logout')).error(404, 'Not Found', because);
    },
    { alreadyTrue: true },
  );

  check(
    'register and login keep to the contract',
    async (app) => {
      const { account, registered, login } = await newcomer(app);
      const { email } = account;
      const { id, created_at } = registered.status(201).body;
      registered.json({ id, email, name: account.name, created_at }, 'a registration answers with the user only.');
      (await app.post('/auth/register', account)).error(400, 'email already registered');
      (await app.post('/auth/register', { ...account, password: 'short' })).error(400, 'Invalid request');
      login.status(200).json({ token: login.body.token }, 'a login answers with the token only.');
      (await app.post('/auth/login', { email, password: random.word() })).error(401, 'invalid credentials');
      (await app.post('/auth/login', { email })).error(400, 'Invalid request');
    },
    { alreadyTrue: true, ...hashes },
  );

  check('the whole tour, from the registration to the last delete', async (app) => {
    const { registered, login } = await newcomer(app);
    const user = registered.status(201).body;
    const me = bearer(login.status(200).body.token);

    const sent = aBody();
    const created = await app.post('/posts', { ...sent, published: true, author_id: random.word() }, me);
    const { id, created_at, updated_at } = created.status(201).body;
    const draft = { id, ...sent, author_id: user.id, published: false, created_at, updated_at };
    created.json(draft, 'a new post is a draft, and belongs to whoever the token belongs to.');
    (await app.get('/my-posts', me)).status(200).json([draft]);
    (await app.get(`/posts/${id}`)).status(200).json({ ...draft, author: user });
    const before = await app.get('/posts');
    before.expect(!postsOf(before).some((post) => post.id === id), `no post ${id}: it is a draft`);

    await app.advance({ seconds: 1 });
    const changes = aBody({ published: true });
    const changed = await app.put(`/posts/${id}`, changes, me);
    const post = { ...draft, ...changes, updated_at: changed.status(200).body.updated_at };
    changed
      .json(post, 'PUT replaces title, content and published. Everything else stays, but for updated_at.')
      .expect(post.updated_at > updated_at, 'a later updated_at', 'every change refreshes updated_at.');
    const after = await app.get('/posts');
    const listed = postsOf(after).find((found) => found.id === id);
    after.expect(isDeepStrictEqual(listed, { ...post, author: user }), 'the published post, with its author', joined);

    const emptied = await app.put(`/posts/${id}`, {}, me);
    emptied.status(200).fields({ title: '', content: '', published: false }, 'what the body omits becomes empty.');
    const last = await app.get('/posts');
    last.expect(!postsOf(last).some((found) => found.id === id), `no post ${id}: it is a draft again`);

    (await app.delete(`/posts/${id}`, me)).status(204).text('');
    (await app.get(`/posts/${id}`)).error(404, 'Post not found');
    (await app.get('/my-posts', me)).status(200).json([]);
    (await app.put(`/posts/${id}`, {}, me)).error(500, 'record not found', ownWords);
  });
});

const joined =
  'the author is the user whose id stands in author_id: id, email, name and created_at, and the post keeps its own fields, no more.';
const hashInside = 'the hash of a password left the house. Name the columns of users that you want: never users.*.';
const authorOnlyWhereRead = 'the author is loaded where posts are read, in the list and one by one, and only there.';
const ownWords =
  'the message of the error goes to the client, as HttpError(500, …). And a promise fails later: await it inside of try, or use .catch(…).';

interface Post {
  id: string;
  title: string;
  content: string;
  author_id: string;
  published: boolean;
  created_at: string;
  updated_at: string;
}

interface Person {
  /** As the registration answered it. */
  user: { id: string; email: string };
  token: string;
}

interface Written extends Person {
  id: string;
  post: Post;
  created: Awaited<ReturnType<Session['get']>>;
}

/** The checks of one run share their users: each of them costs slow hashes. */
const owner = oncePerRun(register);
const other = oncePerRun(register);
const newcomer = oncePerRun(arrive);

function oncePerRun<T>(make: (app: Session) => Promise<T>): (app: Session) => Promise<T> {
  const known = new WeakMap<object, Promise<T>>();
  return (app) => {
    const made = known.get(app.env) ?? make(app);
    known.set(app.env, made);
    // What went wrong once may go right for the next check: a busy machine takes its time over a hash.
    made.catch(() => known.delete(app.env));
    return made;
  };
}

/** Somebody who comes in through the front door, with whatever was said to them there. */
async function arrive(app: Session) {
  const account = { email: random.email(), password: random.sentence(), name: random.word() };
  const registered = await app.post('/auth/register', account);
  const login = await app.post('/auth/login', { email: account.email, password: account.password });
  return { account, registered, login };
}

async function register(app: Session): Promise<Person> {
  const account = { email: random.email(), password: random.sentence(), name: random.word() };
  const user = (await app.post('/auth/register', account)).status(201).body;
  return { user, token: tokenOf(app, { user_id: user.id, email: user.email }) };
}

/** A draft, and who has written it. */
async function written(app: Session, by?: Person): Promise<Written> {
  const { user, token } = by ?? (await owner(app));
  const created = await app.post('/posts', aBody(), bearer(token));
  const post = created.status(201, 'this token is good, and its user exists: POST /posts has to work.').body;
  return { user, token, id: post.id, post, created };
}

async function published(app: Session, by: Person): Promise<Written> {
  const draft = await written(app, by);
  const { title, content } = draft.post;
  const answer = await app.put(`/posts/${draft.id}`, { title, content, published: true }, bearer(by.token));
  const { author, ...post } = answer.status(200, 'the post cannot be published: PUT has to work with a token.').body;
  return { ...draft, post };
}

function postsOf(answer: Written['created']): Post[] {
  return answer.status(200).expect(Array.isArray(answer.body), 'a list of posts').body;
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

/** Signed as login signs them, without the slow hash of a login. */
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

const stubborn = {
  insert: 'there is no room for another post',
  update: 'this post is carved in stone',
  delete: 'this post is nailed down',
};

/** A database whose posts refuse every change, each in words that no program can know. */
async function withStubbornStore(work: (file: string, id: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'the-blog-'));
  try {
    const file = join(folder, 'blog.db');
    const [id, now] = [crypto.randomUUID(), new Date().toISOString()];
    const db = await openDatabase(`file:${file}`);
    await db.run`create table posts (id text primary key, title text not null, content text not null,
      author_id text not null, published boolean not null, created_at text not null, updated_at text not null)`;
    await db.run`insert into posts values (${id}, ${'A title'}, ${'A content'}, ${id}, ${true}, ${now}, ${now})`;
    await db.run`create trigger full before insert on posts
      begin select raise(abort, 'there is no room for another post'); end`;
    await db.run`create trigger stone before update on posts
      begin select raise(abort, 'this post is carved in stone'); end`;
    await db.run`create trigger nailed before delete on posts
      begin select raise(abort, 'this post is nailed down'); end`;
    await db.onStop();
    await work(file, id);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
