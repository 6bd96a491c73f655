import { join } from 'node:path';
import { cheapPasswords, earlyToken, register } from '#blog';
import { type Answer, random, type Session, variation } from '#check';

const { check } = variation(import.meta.url, { adds: ['/reading-list', '/reading-list/:id'] });

const env = { ...cheapPasswords, JWT_SECRET: `a secret of this check, ${random.word()}` };

check('the list has what was put on it, in the form and the order of GET /posts', async (app) => {
  const { blog, posts } = await app.once(shelf);
  const me = await somebody(blog);
  (await list(blog, me)).status(200).json([], 'the list of somebody new is not empty, or not an array.');
  // Neither in the order of the posts, nor in the reverse one.
  const chosen = [4, 1, 6, 3].map((index) => posts[index]!);
  for (const id of chosen) (await keep(blog, me, id)).status(204);
  await expectList(blog, me, chosen);
});

check('putting a post on the list, or taking it off, can be repeated', async (app) => {
  const { blog, posts } = await app.once(shelf);
  const me = await somebody(blog);
  const [first, second, never] = posts as [string, string, string];
  for (let count = 0; count < 3; count++) {
    (await keep(blog, me, first)).status(204, 'the second time, the row exists already.');
    (await keep(blog, me, second)).status(204);
  }
  await expectList(blog, me, [first, second], 'the post is on the list as often as it was put there.');
  for (let count = 0; count < 3; count++)
    (await drop(blog, me, first)).status(204, 'the second time, there is no row.');
  for (const id of [never, random.word()]) (await drop(blog, me, id)).status(204, 'the post was not on the list.');
  await expectList(blog, me, [second], 'DELETE takes off more than the post in its path, or nothing.');
  (await keep(blog, me, first)).status(204);
  await expectList(blog, me, [first, second], 'a post that was taken off cannot be put back.');
});

check('a post that does not exist cannot be put on the list', async (app) => {
  const { blog } = await app.once(shelf);
  const me = await somebody(blog);
  const cause =
    'the program does not check whether the post exists, or mistakes the error of a foreign key for another one.';
  for (const id of [random.word(), 'constructor', '%25', "'%20or%20'1'='1", '🌻', '%22', 'x'.repeat(1_000)])
    (await keep(blog, me, encodeURI(decodeURI(id)))).error(404, 'Post not found', cause);
  (await list(blog, me)).status(200).json([], cause);
});

check('users have lists of their own', async (app) => {
  const { blog, posts } = await app.once(shelf);
  const [me, you] = [await somebody(blog), await somebody(blog)];
  const [mine, both, yours] = posts as [string, string, string];
  for (const id of [mine, both]) (await keep(blog, me, id)).status(204);
  for (const id of [both, yours]) (await keep(blog, you, id)).status(204);
  const shared = 'the lists are not told apart by the user of the token.';
  await expectList(blog, me, [mine, both], shared);
  await expectList(blog, you, [both, yours], shared);
  for (const id of [mine, both]) (await drop(blog, you, id)).status(204);
  await expectList(blog, me, [mine, both], 'one user takes posts off the list of another one.');
  await expectList(blog, you, [yours], shared);
});

check('without a valid token, each of the three is 401', async (app) => {
  const { blog, posts } = await app.once(shelf);
  const me = await somebody(blog);
  (await keep(blog, me, posts[0]!)).status(204);
  const refusals: [Record<string, string>, string][] = [
    [{}, 'Missing authorization'],
    [{ Authorization: 'please' }, 'Invalid authorization format'],
    [{ Authorization: 'Bearer please' }, 'Invalid token'],
  ];
  for (const [headers, error] of refusals) {
    const cause = 'the route is outside of every group with BearerAuth.';
    (await list(blog, headers)).error(401, error, cause);
    (await keep(blog, headers, posts[1]!)).error(401, error, cause);
    (await drop(blog, headers, posts[0]!)).error(401, error, cause);
  }
  await expectList(blog, me, [posts[0]!], 'a request was refused, and carried out all the same.');
});

check('a draft is not shown, as long as it is one', async (app) => {
  const { blog, author } = await app.once(shelf);
  const me = await somebody(blog);
  const draft = await write(blog, author);
  const accepted = (await keep(blog, author, draft)).code === 204;
  const leak =
    'the list shows drafts: anyone with the id of a draft could read it there, and so could those who put it on their list before.';
  await expectList(blog, author, [], leak, [draft]);
  await publish(blog, author, draft);
  await expectList(
    blog,
    author,
    accepted ? [draft] : [],
    'a draft that was put on the list is not there when it is published.',
    [draft],
  );
  (await keep(blog, me, draft)).status(204);
  await publish(blog, author, draft, false);
  await expectList(blog, me, [], leak);
  await publish(blog, author, draft);
  await expectList(blog, me, [draft], 'a post that was a draft for a while is gone for good.');
  (await blog.delete(`/posts/${draft}`, { headers: author })).status(204);
});

check('a post on a list can still be deleted, and then it is gone', async (app) => {
  const { blog, author, posts } = await app.once(shelf);
  const [me, you] = [await somebody(blog), await somebody(blog)];
  const id = await write(blog, author);
  await publish(blog, author, id);
  for (const user of [me, you]) for (const each of [id, posts[2]!]) (await keep(blog, user, each)).status(204);
  const held =
    'the table of the lists references the post, so the database refuses to delete it. `on delete` of the foreign key decides what happens.';
  (await blog.delete(`/posts/${id}`, { headers: author })).status(204, held);
  for (const user of [me, you])
    await expectList(
      blog,
      user,
      [posts[2]!],
      'more is gone from the list than the deleted post, or the post is still on it.',
    );
  (await keep(blog, me, id)).error(404, 'Post not found', 'a deleted post can still be put on the list.');
  (await drop(blog, me, id)).status(204, 'taking a deleted post off fails.');
});

check('requests at the same time are all carried out, and each post is there once', async (app) => {
  const { blog, posts } = await app.once(shelf);
  const [me, you] = [await somebody(blog), await somebody(blog)];
  const twice = [...posts, ...posts].flatMap((id) => [me, you].map((user) => ({ user, id })));
  const slowly = { pause: 10 };
  const kept = await Promise.all(
    twice.map(({ user, id }) => blog.send('PUT', `/reading-list/${id}`, undefined, { headers: user, orders: slowly })),
  );
  const race = 'something is looked up first and stored later, and other requests run in between.';
  for (const response of kept) response.status(204, race);
  for (const user of [me, you]) await expectList(blog, user, posts, race);
  const half = posts.filter((_, index) => index % 2 === 0);
  const dropped = await Promise.all(
    half.map((id) => blog.send('DELETE', `/reading-list/${id}`, undefined, { headers: me, orders: slowly })),
  );
  for (const response of dropped) response.status(204, race);
  await expectList(
    blog,
    me,
    posts.filter((id) => !half.includes(id)),
    race,
  );
});

check('a longer list takes no more queries, and no other posts are loaded', async (app) => {
  const { blog, posts } = await app.once(shelf);
  const me = await somebody(blog);
  const counted: { queries: number; rows: number }[] = [];
  for (const count of [1, 5]) {
    for (const id of posts.slice(0, count)) (await keep(blog, me, id)).status(204);
    const response = await blog.get('/reading-list', { headers: me, orders: { pause: 1 } });
    const rows = response.status(200).calls.reduce((sum, call) => sum + (call.rows ?? 0), 0);
    counted.push({ queries: response.calls.length, rows });
    response.expect(
      rows <= 2 * count + 2,
      `at most ${2 * count + 2} rows for a list of ${count}, got ${rows}`,
      'the database returns all posts, and the list is cut out of them in JavaScript.',
    );
    const [first, second] = counted;
    response.expect(
      second === undefined || second.queries <= first!.queries,
      `as many queries for 5 posts as for 1, got ${second?.queries} and ${first!.queries}`,
      'the posts, or their authors, are loaded in a loop: N+1 queries.',
    );
  }
});

check('a restart keeps the lists', async (app) => {
  const stored = { ...env, DATABASE_URL: `file:${join(await app.folder(), 'blog.db')}` };
  const before = app.fresh(stored);
  const me = await somebody(before);
  const id = await write(before, me);
  await publish(before, me, id);
  (await keep(before, me, id)).status(204);
  await before.stop();
  await expectList(app.fresh(stored), me, [id], 'the lists are only in memory.');
});

type User = Record<string, string>;

/** A blog with published posts by two authors. No check changes them. */
async function shelf(app: Session) {
  const blog = app.fresh({ ...env, TRELLIS_LABORATORY: 'stores' });
  const author = await somebody(blog);
  const other = await somebody(blog);
  const posts: string[] = [];
  for (let index = 0; index < 8; index++) {
    const user = index % 3 === 0 ? other : author;
    const id = await write(blog, user);
    await publish(blog, user, id);
    posts.push(id);
  }
  return { blog, author, posts };
}

async function somebody(blog: Session): Promise<User> {
  const { headers } = await earlyToken.obtain(blog, await register(blog));
  return { ...headers };
}

async function write(blog: Session, user: User): Promise<string> {
  const body = { title: random.sentence(), content: random.sentence() };
  return (await blog.post('/posts', body, { headers: user })).status(201).body.id;
}

async function publish(blog: Session, user: User, id: string, published = true): Promise<void> {
  const body = { title: random.sentence(), content: random.sentence(), published };
  (await blog.put(`/posts/${id}`, body, { headers: user })).status(200);
}

function list(blog: Session, user: User): Promise<Answer> {
  return blog.get('/reading-list', { headers: user });
}

function keep(blog: Session, user: User, id: string): Promise<Answer> {
  return blog.put(`/reading-list/${id}`, undefined, { headers: user });
}

function drop(blog: Session, user: User, id: string): Promise<Answer> {
  return blog.delete(`/reading-list/${id}`, { headers: user });
}

/** As `GET /posts` shows them, without the others. With `among`, only these posts are looked at. */
async function expectList(
  blog: Session,
  user: User,
  ids: readonly string[],
  because?: string,
  among?: readonly string[],
) {
  const response = await list(blog, user);
  const shown: unknown = response.status(200).body;
  response.expect(Array.isArray(shown), 'an array, like that of GET /posts', because);
  const all: { id: string }[] = (await blog.get('/posts')).status(200).body;
  const expected = all.filter(({ id }) => ids.includes(id));
  if (among !== undefined) {
    const found = (shown as { id: string }[]).map(({ id }) => id).filter((id) => among.includes(id));
    response.expect(
      found.join() === ids.join(),
      ids.length === 0 ? 'a list without this post' : 'a list with this post',
      because,
    );
    return;
  }
  const seen = (shown as { id: string }[]).map(({ id }) => id);
  response.expect(
    [...seen].sort().join() === [...ids].sort().join(),
    `a list of ${ids.length} posts, got ${seen.length}, or others`,
    because,
  );
  response.expect(
    seen.join() === expected.map(({ id }) => id).join(),
    'the order of GET /posts',
    'the list is sorted by when a post was put there, or not at all.',
  );
  response.json(expected, 'a post has other fields than in GET /posts, such as another author, or none.');
}
