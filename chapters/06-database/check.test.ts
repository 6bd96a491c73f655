import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { CheckFailure, chapter, random, type Session } from '#check';
import { openDatabase } from '../../framework/drivers/database-driver.ts';
import type { Database } from '../../framework/services/database.ts';

const { step } = chapter(import.meta.url);

step(1, (check) => {
  check('the first start makes the table posts, with its six columns and no row', async (app) => {
    const { list, columns, rows } = await firstLife(app);
    list.status(200).json([], stillWelcome);
    refuseColumns(columns);
    if (rows > 0) fail('The new table has a row already.', 'no row', stillWelcome);
  });

  check('a second start keeps the table, and what is in it', async (app) => {
    const { list, before, afterStart } = await secondLife(app);
    const strangers = postsOf(list).filter((post) => !before.some(({ id }) => id === post.id));
    list.expect(strangers.length === 0, 'no post but those of the table', stillWelcome);
    const lost = 'onStart throws away what was there. `create table if not exists` leaves it alone.';
    if (before.some(({ id }) => !afterStart.has(id))) fail('The start removed a row of the table.', 'its row', lost);
    if (afterStart.size > before.length) fail('The start added a row to the table.', 'no new row', stillWelcome);
  });
});

step(2, (check) => {
  check('a new post becomes a row of the table, whatever its text', async (app) => {
    const { sent, created, again, afterCreate } = await secondLife(app);
    const post: Post = created
      .status(201, 'did the quote in the title end your SQL? A value stands in the template without quotes around it.')
      .fields({ ...sent, published: false }).body;
    again.status(201, 'the title became SQL, and the table is gone.');
    const row = afterCreate.get(post.id);
    if (row === undefined) fail('The new post is not in the table.', 'its row', '`create` has to insert a row.');
    refuseRow(row, post, 'a column got another value. Compare the order of the columns with that of the values.');
  });
});

step(3, (check) => {
  check('GET /posts/:id reads the table, also what was there before the start', async (app) => {
    const { before, read } = await secondLife(app);
    const because = 'this post was in the table before the program started. `find` has to look for it there.';
    read
      .status(200, read.code === 500 ? findThrew : because)
      .json(before[0], 'the row is not the post yet: SQLite stores true and false as 1 and 0. See toPost.');
  });

  check(
    'what POST has answered is what GET answers',
    async (app) => {
      const post = await create(app);
      const answer = await app.get(`/posts/${post.id}`);
      const because = 'the post was created and cannot be found: `create` and `find` have to use the same table.';
      answer
        .status(200, answer.code === 500 ? findThrew : because)
        .json(post, 'what comes out of the table is not what went in. `published` is false, not 0: see toPost.');
    },
    { alreadyTrue: true },
  );

  check(
    'a post that does not exist is 404',
    async (app) => {
      const answer = await app.get(`/posts/${random.word()}`);
      answer.error(404, 'Post not found', 'where `get` gives no row, `find` gives undefined, not a post of it.');
    },
    { alreadyTrue: true },
  );
});

step(4, (check) => {
  check('changes and removals reach the table', async (app) => {
    const { before, changes, changed, removed, discarded, created, atEnd } = await secondLife(app);
    const [untouched, toChange, toRemove, draft] = before;
    const notFound = 'this post was in the table before the program started. `update` has to look for it there.';
    changed.status(200, atEnd.get(toChange.id)?.title === changes.title ? nothingCameBack : notFound);
    removed.status(204);
    discarded.status(204);
    const neighbour = atEnd.get(untouched.id);
    if (neighbour === undefined) fail('A post that nobody deleted is gone.', 'its row', onlyThisRow);
    refuseRow(neighbour, untouched, onlyThisRow);
    const row = atEnd.get(toChange.id);
    if (row === undefined) fail('The changed post is not in the table any more.', 'its row', onlyThisRow);
    refuseRow(row, changed.body, '`update` has to change the row, and to answer with the row as it is then.');
    if (atEnd.has(toRemove.id))
      fail('The deleted post is still in the table.', 'no row', '`delete` has to delete a row.');
    if (atEnd.has(draft.id) || atEnd.has(created.body.id)) {
      fail('A discarded draft is still in the table.', 'no row', '`discardDrafts` has to delete rows.');
    }
  });

  check(
    'PUT answers with the changed post',
    async (app) => {
      const post = await create(app);
      await app.advance({ seconds: 1 });
      const body = aBody({ published: true });
      const answer = await app.put(`/posts/${post.id}`, body);
      const stored = await app.get(`/posts/${post.id}`);
      const notFound = '`update` still looks into the Map, where new posts are not any more.';
      answer.status(200, stored.content.includes(body.title) ? nothingCameBack : notFound);
      const { updated_at } = answer.body;
      answer
        .fields({ id: post.id }, onlyThisRow)
        .json({ ...post, ...body, updated_at }, 'the changed post has the values of the body; id and created_at stay.')
        .expect(
          updated_at > post.created_at,
          'a later updated_at',
          '`update` has to set updated_at to the time it is now.',
        );
      stored.status(200).json(answer.body, 'the answer is not what the table holds.');
    },
    { alreadyTrue: true },
  );

  check(
    'PUT of a post that does not exist is a 500, and the log says why',
    async (app) => {
      const id = random.word();
      const answer = await app.put(`/posts/${id}`, aBody({ published: true }));
      answer.error(
        500,
        'Internal Server Error',
        'no row was changed, and nobody noticed. Without a row, `update` throws.',
      );
      // One more round trip: what was logged before it has arrived by then.
      await app.get('/posts');
      const lines = (await app.output()).split('\n').filter((line) => line.includes(id));
      answer.expect(
        lines.some((line) => line.includes('record not found')),
        'the words "record not found" in the log',
        'the error that `update` throws has another text.',
      );
    },
    { alreadyTrue: true },
  );

  check(
    'DELETE removes this post only, and is content when there is none',
    async (app) => {
      const [post, other] = [await create(app), await create(app)];
      (await app.delete(`/posts/${post.id}`)).status(204).text('');
      const because = '`delete` has to delete the row of the table.';
      (await app.get(`/posts/${post.id}`)).error(404, 'Post not found', because);
      (await app.get(`/posts/${other.id}`)).status(200, onlyThisRow);
      (await app.delete(`/posts/${post.id}`)).status(204, 'a delete that finds no row is no error.');
    },
    { alreadyTrue: true },
  );

  check(
    'DELETE /admin/drafts removes the drafts and keeps what is published',
    async (app) => {
      const [draft, published] = [await create(app), await publish(app, await create(app))];
      (await app.delete('/admin/drafts')).status(204).text('');
      const because = '`discardDrafts` has to delete the rows where published is false.';
      (await app.get(`/posts/${draft.id}`)).error(404, 'Post not found', because);
      (await app.get(`/posts/${published.id}`)).status(200, because);
    },
    { alreadyTrue: true },
  );
});

step(5, (check) => {
  check('GET /posts lists what is published, and nothing else', async (app) => {
    const [draft, published] = [await create(app), await publish(app, await create(app))];
    const list = await app.get('/posts');
    refusePost(list, draft, 'it is a draft');
    expectPost(list, published);
  });

  check('PUT without published takes a post out of the list again', async (app) => {
    const post = await publish(app, await create(app));
    expectPost(await app.get('/posts'), post);
    (await app.put(`/posts/${post.id}`, { title: post.title, content: post.content })).status(200);
    refusePost(await app.get('/posts'), post, 'it is a draft again');
  });

  check(
    'GET /admin/drafts lists what is not published, and nothing else',
    async (app) => {
      const [draft, published] = [await create(app), await publish(app, await create(app))];
      const drafts = await app.get('/admin/drafts');
      expectPost(drafts, draft);
      refusePost(drafts, published, 'it is published');
    },
    { alreadyTrue: true },
  );

  check(
    'both lists begin with the newest post',
    async (app) => {
      const [drafts, published]: [Post[], Post[]] = [[], []];
      for (let count = 0; count < 3; count++) {
        drafts.push(await create(app));
        published.push(await create(app));
        // Two posts of one millisecond have no order.
        await app.advance({ seconds: 1 });
      }
      for (const post of [published[1]!, published[2]!, published[0]!]) await publish(app, post);
      expectOrder(await app.get('/posts'), published.reverse());
      expectOrder(await app.get('/admin/drafts'), drafts.reverse());
    },
    { alreadyTrue: true },
  );

  check(
    'GET /posts/:id shows a post, published or not',
    async (app) => {
      const draft = await create(app);
      const because = 'only the list hides drafts. `find` asks for the id, and for nothing else.';
      (await app.get(`/posts/${draft.id}`)).status(200, because).json(draft);
      const published = await publish(app, draft);
      (await app.get(`/posts/${draft.id}`)).status(200, because).json(published);
    },
    { alreadyTrue: true },
  );
});

const stillWelcome = 'onStart still makes the Welcome post of chapter 05.';
const findThrew = '`find` threw. toPost is a function: is it imported without `type`?';
const nothingCameBack = 'the row was changed, but no row came back. Is `returning *` in your statement?';
const onlyThisRow = 'a statement without `where` means every row of the table.';

interface Post {
  id: string;
  title: string;
  content: string;
  published: boolean;
  created_at: string;
  updated_at: string;
}

/** A post as SQLite keeps it. */
type Row = Omit<Post, 'published'> & { published: number };
type Rows = ReadonlyMap<string, Row>;

function aBody<Others extends object>(others: Others) {
  return { title: random.sentence(), content: random.sentence(), ...others };
}

function aPost({ published = false } = {}): Post {
  const at = new Date(Date.UTC(2024, 4, 1) + random.number() * 1000).toISOString();
  return { id: crypto.randomUUID(), ...aBody({ published }), created_at: at, updated_at: at };
}

async function create(app: Session): Promise<Post> {
  return (await app.post('/posts', aBody({}))).status(201).body;
}

async function publish(app: Session, { id, title, content }: Post): Promise<Post> {
  const because = 'the post cannot be published: the PUT of step 4 has to work first.';
  return (await app.put(`/posts/${id}`, { title, content, published: true })).status(200, because).body;
}

type Answer = Awaited<ReturnType<Session['get']>>;

function postsOf(answer: Answer): Post[] {
  return answer.status(200).expect(Array.isArray(answer.body), 'a list of posts').body;
}

function expectPost(list: Answer, post: Post): void {
  const found = postsOf(list).find(({ id }) => id === post.id);
  const because =
    'a post is missing, or is not as GET /posts/:id shows it. Does this list read the table, and use toPost?';
  list.expect(isDeepStrictEqual(found, post), `with the post ${JSON.stringify(post)}`, because);
}

function refusePost(list: Answer, post: Post, reason: string): void {
  const isThere = postsOf(list).some(({ id }) => id === post.id);
  list.expect(!isThere, `no post ${post.id}: ${reason}`, 'the list shows everything. It needs a `where`.');
}

function expectOrder(list: Answer, posts: Post[]): void {
  const wanted = posts.map(({ id }) => id);
  const order = postsOf(list).flatMap(({ id }) => (wanted.includes(id) ? [id] : []));
  const because = 'rows come in no order of their own: say `order by`, and mind which end comes first.';
  list.expect(isDeepStrictEqual(order, wanted), `in this order: ${wanted.join(', ')}`, because);
}

interface FirstLife {
  list: Answer;
  columns: Column[];
  rows: number;
  /** The file that it left behind. */
  image: Buffer;
}

interface SecondLife {
  /** What the table held before the start: three published posts and a draft. */
  before: readonly [Post, Post, Post, Post];
  list: Answer;
  /** Of the first one. */
  read: Answer;
  /** The body of the two posts that were created. */
  sent: { title: string; content: string };
  created: Answer;
  again: Answer;
  /** Of the second, and what was sent for it. */
  changed: Answer;
  changes: { title: string };
  /** Of the third. */
  removed: Answer;
  /** Of all drafts. */
  discarded: Answer;
  afterStart: Rows;
  afterCreate: Rows;
  atEnd: Rows;
}

const firstLives = new WeakMap<object, Promise<FirstLife>>();
const secondLives = new WeakMap<object, Promise<SecondLife>>();

/** A program that finds no table. Several checks look at the lives of these programs: each start costs their reader a second. */
function firstLife(app: Session): Promise<FirstLife> {
  return once(firstLives, app, () =>
    withFile(async (file) => {
      const program = app.fresh({ DATABASE_URL: `file:${file}` });
      const list = await program.get('/posts');
      await program.stop();
      const { columns, rows } = await inside(file, async (db) => {
        const columns = await columnsOf(db);
        return { columns, rows: columns.length === 0 ? 0 : (await db.all`select * from posts`).length };
      });
      // A database that nobody wrote to leaves no file.
      const image = columns.length === 0 ? Buffer.alloc(0) : await readFile(file);
      return { list, columns, rows, image };
    }),
  );
}

/** A program that finds the table of the first, and posts in it. */
function secondLife(app: Session): Promise<SecondLife> {
  return once(secondLives, app, async () => {
    const { columns, image } = await firstLife(app);
    refuseColumns(columns);
    return withFile(async (file) => {
      await writeFile(file, image);
      const published = true;
      const before = [aPost({ published }), aPost({ published }), aPost({ published }), aPost()] as const;
      const [first, second, third] = before;
      await inside(file, (db) => write(db, before));
      const program = app.fresh({ DATABASE_URL: `file:${file}` });
      const list = await program.get('/posts');
      const afterStart = await copiedRows(file);
      const read = await program.get(`/posts/${first.id}`);
      const title = `${random.word()}'); drop table posts; --`;
      const content = `"${random.word()}", 'basil'\nand \${salt}: 100 % 🌻`;
      const sent = { title, content };
      const created = await program.post('/posts', sent);
      const again = await program.post('/posts', sent);
      const afterCreate = await copiedRows(file);
      const changes = aBody({ published });
      const changed = await program.put(`/posts/${second.id}`, changes);
      const removed = await program.delete(`/posts/${third.id}`);
      const discarded = await program.delete('/admin/drafts');
      await program.stop();
      const atEnd = await inside(file, rowsOf);
      const answers = { list, read, created, again, changed, removed, discarded };
      return { before, sent, changes, ...answers, afterStart, afterCreate, atEnd };
    });
  });
}

/** All checks of one run have the same environment. */
function once<T>(lives: WeakMap<object, Promise<T>>, { env }: Session, live: () => Promise<T>): Promise<T> {
  const life = lives.get(env) ?? live();
  lives.set(env, life);
  return life;
}

/** A path for a database, in a folder that lasts as long as the work. */
async function withFile<T>(work: (file: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'trellis-'));
  try {
    return await work(join(folder, 'blog.db'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The file as another program sees it: what stands there is what a restart would find. */
async function inside<T>(file: string, work: (db: Database) => Promise<T>): Promise<T> {
  const db = await openDatabase(`file:${file}`);
  try {
    return await work(db);
  } finally {
    await db.onStop();
  }
}

/** Of a copy, since the program that has the file open does not share it. What was answered is in the file. */
async function copiedRows(file: string): Promise<Rows> {
  await copyFile(file, `${file}.copy`);
  return inside(`${file}.copy`, rowsOf);
}

async function rowsOf(db: Database): Promise<Rows> {
  return new Map((await db.all<Row>`select * from posts`).map((row) => [row.id, row]));
}

async function write(db: Database, posts: readonly Post[]): Promise<void> {
  for (const { id, title, content, published, created_at, updated_at } of posts) {
    await db.run`insert into posts (id, title, content, published, created_at, updated_at)
      values (${id}, ${title}, ${content}, ${published}, ${created_at}, ${updated_at})`;
  }
}

interface Column {
  name: string;
  notnull: number;
  pk: number;
}

function columnsOf(db: Database): Promise<Column[]> {
  return db.all<Column>`select name, "notnull", pk from pragma_table_info('posts')`;
}

function refuseColumns(columns: Column[]): void {
  const names = ['id', 'title', 'content', 'published', 'created_at', 'updated_at'];
  if (columns.length === 0) {
    fail(
      'There is no table posts.',
      'a table posts',
      'onStart runs `create table if not exists posts (…)` on this.db.',
    );
  }
  const missing = names.filter((wanted) => !columns.some(({ name }) => name === wanted));
  if (missing.length > 0) {
    const has = `The table has the columns ${columns.map(({ name }) => name).join(', ')}.`;
    fail(has, names.join(', '), `there is no ${missing.join(' and no ')}. Columns are called as the fields of a post.`);
  }
  const key = columns.filter(({ pk }) => pk > 0).map(({ name }) => name);
  if (key.join() !== 'id') {
    fail(
      `The primary key is ${key.join(', ') || 'missing'}.`,
      'id text primary key',
      'the id tells one post from another.',
    );
  }
  const loose = columns.find(({ name, notnull }) => name !== 'id' && names.includes(name) && notnull !== 1);
  if (loose !== undefined) {
    fail(`The column ${loose.name} may be null.`, `${loose.name} … not null`, 'a post has all of its fields, always.');
  }
}

function refuseRow(row: Row, { published, ...others }: Post, cause: string): void {
  const expected: Row = { ...others, published: Number(published) };
  for (const [name, value] of Object.entries(expected)) {
    const actual = row[name as keyof Row];
    if (actual === value) continue;
    fail(`In the table, the column ${name} is ${JSON.stringify(actual)}.`, `${JSON.stringify(value)}`, cause);
  }
}

function fail(problem: string, expected: string, cause: string): never {
  throw new CheckFailure({ problem, expected, cause });
}
