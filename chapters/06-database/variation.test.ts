import { type Answer, CheckFailure, random, type Session, variation } from '#check';

const { check } = variation(import.meta.url);

/** The program of these checks: it can stop its clock for a request, and shows what the database has returned. */
const lab = { TRELLIS_LABORATORY: 'stores', TRELLIS_TRACE: '1' };

check('the first page has as many posts as the limit says, and a link to the next one', async (app) => {
  const blog = await app.once(blogOf24);
  const list = await listOf(blog);
  for (const limit of [1, 5]) {
    const page = await blog.get(`/posts?limit=${limit}`);
    const posts = postsOf(page);
    const isWhole = posts.length === list.length;
    page.expect(
      posts.length === limit,
      `${limit} of the ${list.length} posts, got ${posts.length}`,
      isWhole ? 'the handler of GET /posts does not read the query parameter `limit`.' : undefined,
    );
    page.expect(
      posts.every(({ id }, index) => id === list[index]!.id),
      'the first posts of the list',
      'the page is sorted in another way than the list, or begins somewhere else.',
    );
    page.header('Link', /rel="?next"?/, 'the page has no link to the next one, so nobody finds the other posts.');
  }
});

check('GET /posts without a limit returns the whole list', async (app) => {
  const list = await (await app.once(blogOf24)).get('/posts');
  list.expect(postsOf(list).length === 24, 'all 24 posts', 'the list is cut, although nobody has asked for a page.');
});

check('the links lead to every post once, in the order of the list', async (app) => {
  const blog = await app.once(blogOf24);
  const list = await listOf(blog);
  for (const limit of [1, 5, 8, 23, 24, 25]) {
    const { posts, pages } = await follow(blog, `/posts?limit=${limit}`);
    expectSame(pages.at(-1)!, posts, list);
    for (const page of pages)
      page.expect(
        postsOf(page).length <= limit && postsOf(page).length > 0,
        `at least one post, and at most ${limit}`,
        postsOf(page).length === 0
          ? 'the page before it was full, and therefore got a link. A full page can be the last one.'
          : 'the limit is missing in the link, or is not used on the next page.',
      );
  }
});

check('posts that come and go between two pages do not move the others', async (app) => {
  const blog = app.fresh(lab);
  const seeded = await publishMany(blog, 20);
  const draft = await write(blog, seeded.length * 1_000 + start);
  const list = await listOf(blog);
  const first = await blog.get('/posts?limit=5');
  expectSame(first, postsOf(first), list.slice(0, 5));
  // The first and the last post of the page that was read, one that was not, and one that becomes a draft again.
  const [newest, border, later, hidden] = [list[0]!, list[4]!, list[9]!, list[12]!];
  await publish(blog, draft, start + 900_000);
  await publish(blog, await write(blog, start + 800_000), start + 800_000);
  for (const { id } of [newest, border, later]) (await blog.delete(`/posts/${id}`)).status(204);
  (await blog.put(`/posts/${hidden.id}`, { title: hidden.title, content: hidden.content })).status(200);
  const edited = { title: random.sentence(), content: hidden.content, published: true };
  (await blog.put(`/posts/${list[7]!.id}`, edited)).status(200);
  const next = nextOf(first);
  if (next === undefined) throw noLink(first);
  const { posts, pages } = await follow(blog, next);
  const gone = new Set([newest, border, later, hidden].map(({ id }) => id));
  const expected = list.slice(5).filter(({ id }) => !gone.has(id));
  const seen = posts.filter(({ id }) => list.some((post) => post.id === id));
  const last = pages.at(-1)!;
  const back = seen.find(({ id }) => gone.has(id));
  last.expect(
    back === undefined,
    'no post that was deleted, or became a draft again, before its page was read',
    'the link leads to posts as they were when the first page was made.',
  );
  expectSame(last, seen, expected, [
    'the link counts posts (`offset`), and their numbers change when posts come and go.',
    'the program looks up the last post of the page before, and it is gone.',
  ]);
});

check('the limit has bounds', async (app) => {
  const blog = app.fresh(lab);
  await publishMany(blog, 104);
  const list = await listOf(blog);
  const path = '/posts?limit=100000';
  if ((await blog.get(path)).code === 200) {
    const { posts, pages } = await follow(blog, path);
    for (const page of pages) page.expect(postsOf(page).length <= 100, 'at most 100 posts on a page', unbounded);
    expectSame(pages.at(-1)!, posts, list);
  }
  for (const limit of ['-1', 'abc', '', 'NaN', 'Infinity', '1e9', '9'.repeat(30), '0x10', '10; drop', '3&limit=200'])
    expectOrderly(await blog.get(`/posts?limit=${limit.replace(' ', '%20')}`), list);
});

check('a strange limit leads to all posts, or is refused', async (app) => {
  const blog = await app.once(blogOf24);
  const list = await listOf(blog);
  for (const limit of ['0', '-1', '-5', '2.5']) {
    const path = `/posts?limit=${limit}`;
    const response = await blog.get(path);
    expectOrderly(response, list);
    if (response.code !== 200) continue;
    const { posts, pages } = await follow(blog, path);
    expectSame(pages.at(-1)!, posts, list, 'a limit below 1, or between two integers, reaches the database as it is.');
  }
});

check('whatever a link has become on its way, the program does not fail', async (app) => {
  const blog = await app.once(blogOf24);
  const list = await listOf(blog);
  const next = nextOf(await blog.get('/posts?limit=5'));
  if (next === undefined) return;
  const { pathname, searchParams } = new URL(next, base);
  for (const [name, value] of searchParams) {
    if (name === 'limit') continue;
    for (const changed of disguises(value)) {
      const query = new URLSearchParams(searchParams);
      query.set(name, changed);
      expectOrderly(await blog.get(`${pathname}?${query}`), list);
    }
    const query = new URLSearchParams(searchParams);
    query.delete(name);
    expectOrderly(await blog.get(`${pathname}?${query}`), list);
  }
});

check('the database returns the rows of the page, and not those of the list', async (app) => {
  const blog = await app.once(blogOf24);
  const first = await blog.get('/posts?limit=2');
  const next = nextOf(first);
  if (next === undefined) throw noLink(first);
  for (const page of [first, await blog.get(next)]) {
    const steps = page.trace?.steps ?? [];
    const rows = steps.reduce((sum, { kind, rows: count = 0 }) => sum + (kind === 'query' ? count : 0), 0);
    page.expect(
      rows <= 6,
      `hardly more rows than the 2 of the page, got ${rows}`,
      'the page is cut out of the list in JavaScript. With ten thousand posts, the database returns all of them for each page.',
    );
  }
});

interface Post {
  id: string;
  title: string;
  content: string;
}

const base = 'http://blog.example';
/** All times of these checks are before now. */
const start = Date.parse('2025-03-01T12:00:00.000Z');
const unbounded = 'the program believes the client: `limit` is not bounded.';

/** Of 24 published posts, in 24 pages at most: some of the same millisecond, and some that were dated back. */
async function blogOf24(app: Session): Promise<Session> {
  const blog = app.fresh(lab);
  await publishMany(blog, 24);
  await write(blog, start + 3_000);
  return blog;
}

/** Four of them share each time, and the later ones are older: neither the time nor the id alone can sort them. */
async function publishMany(blog: Session, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index++) {
    const at = start - 1_000 * Math.floor(index / 4) + (index % 3 === 0 ? 60_000 : 0);
    const id = await write(blog, at);
    ids.push(id);
    await publish(blog, id, at);
  }
  return ids;
}

async function write(blog: Session, at: number): Promise<string> {
  const body = { title: random.sentence(), content: random.sentence() };
  return (await blog.post('/posts', body, { orders: { at } })).status(201).body.id;
}

async function publish(blog: Session, id: string, at: number): Promise<void> {
  const body = { title: random.sentence(), content: random.sentence(), published: true };
  (await blog.send('PUT', `/posts/${id}`, body, { orders: { at } })).status(200);
}

async function listOf(blog: Session): Promise<Post[]> {
  return postsOf(await blog.get('/posts'));
}

function postsOf(response: Answer): Post[] {
  const { body } = response.status(200);
  const because = 'the body of a page is an array, as that of the list. What a client needs to go on is in the header.';
  response.expect(Array.isArray(body), 'an array', because);
  return body;
}

/** The address of the next page, relative to the program. */
function nextOf(response: Answer): string | undefined {
  const header = response.headers.get('link') ?? '';
  const links = [...header.matchAll(/<([^>]*)>\s*;\s*([^<]*)/g)];
  const next = links.find(([, , attributes]) => /\brel="?next"?/i.test(attributes!))?.[1];
  if (next === undefined) return undefined;
  const address = new URL(next, `${base}${response.request.path}`);
  response.expect(address.pathname === '/posts', 'a link to another page of /posts', 'the link has another path.');
  return `${address.pathname}${address.search}`;
}

function noLink(response: Answer): CheckFailure {
  const cause = 'the page has no `Link` header with the next one.';
  return new CheckFailure({ problem: 'The first page has no link.', request: response.request, cause });
}

async function follow(blog: Session, path: string): Promise<{ posts: Post[]; pages: Answer[] }> {
  const posts: Post[] = [];
  const pages: Answer[] = [];
  let next: string | undefined = path;
  while (next !== undefined) {
    const page: Answer = await blog.get(next);
    posts.push(...postsOf(page));
    pages.push(page);
    page.expect(
      pages.length <= 130,
      'the links to come to an end',
      'a link leads to its own page, or back to an earlier one.',
    );
    next = nextOf(page);
  }
  return { posts, pages };
}

function expectSame(
  response: Answer,
  posts: readonly Post[],
  expected: readonly Post[],
  because: string | string[] = [
    'the place where the next page begins is given by the time or the id alone, and the list is sorted by both.',
    'the link leads one post too far, or not far enough.',
  ],
): void {
  const ids = posts.map(({ id }) => id);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  response.expect(twice === undefined, 'every post once, got one of them twice', because);
  const missing = expected.filter(({ id }) => !ids.includes(id)).length;
  response.expect(missing === 0, `every post, but ${missing} of ${expected.length} are on none of the pages`, because);
  const known = new Set(expected.map(({ id }) => id));
  const draft = posts.find(({ id }) => !known.has(id));
  response.expect(draft === undefined, 'only the published posts', 'the pages have drafts, too.');
  const isSorted = ids.every((id, index) => id === expected[index]!.id);
  response.expect(isSorted, 'the order of the list', 'the pages are sorted in another way than the list.');
}

/** A request with a limit is refused, or it leads to the posts: at most 100 at once. */
function expectOrderly(response: Answer, list: readonly Post[]): void {
  response.expect(
    response.code < 500,
    'no 5xx: a client has sent this address',
    'the program fails because of a value in the address. Everything in it can be changed by a client.',
  );
  if (response.code !== 200) return;
  const posts = postsOf(response);
  response.expect(posts.length <= 100, `at most 100 posts, got ${posts.length}`, unbounded);
  const known = new Set(list.map(({ id }) => id));
  response.expect(
    posts.every(({ id }) => known.has(id)),
    'published posts only',
    'a changed link leads to drafts.',
  );
  if (nextOf(response) === undefined) return;
  const isEmpty = posts.length === 0;
  response.expect(
    !isEmpty,
    'a post on a page that leads on',
    'this page is empty and leads on: a client never arrives.',
  );
}

/** What may come back instead of a value that the program has put into a link. */
function disguises(value: string): string[] {
  const plain = ['', ' ', 'null', '0', '-1', '__proto__', "'", "' or '1'='1", '🌻', '\u0000', 'x'.repeat(5_000), '%'];
  const changed = [value.slice(1), value.slice(0, -1), value.slice(0, value.length / 2), `${value}x`, `${value} `];
  const opened = Buffer.from(value, 'base64url').toString();
  const isJson = /^[[{"]/.test(opened);
  const inner = isJson
    ? [
        'null',
        '1',
        '[]',
        '{}',
        '[[],[]]',
        '[1,2]',
        '[{},{}]',
        '"text"',
        '{',
        opened.replace(/"([^"]*)"(?=[\],}])/, '{}'),
      ]
    : ['{}', 'null'];
  return [...plain, ...changed, ...inner.map((text) => Buffer.from(text).toString('base64url'))];
}
