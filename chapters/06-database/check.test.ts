import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Answer, CheckFailure, chapter, examine, examineApplication, random, type Session } from '#check';
import { openDatabase } from '../../framework/drivers/database-driver.ts';
import { api } from './api.ts';
import injection from './attacks/injection.ts';

const { step } = chapter(import.meta.url);

step(1, (check) => {
  check('the first start creates the table posts, with six columns and no row', async (app) => {
    const { file, program } = await started(app);
    (await program.get('/posts')).status(200).json([], stillWelcome);
    await program.stop();
    const columns = await inside(
      file,
      (db) => db.all<Column>`select name, type, "notnull", pk from pragma_table_info('posts')`,
    );
    expectColumns(columns);
    const rows = await inside(file, (db) => db.all`select * from posts`);
    if (rows.length > 0) fail('The new table already has a row.', 'an empty table', stillWelcome);
  });

  check(
    'a second start keeps the table and its rows',
    async (app) => {
      const { file, program } = await started(app);
      await program.stop();
      await inside(file, async (db) => {
        await db.run`create table if not exists posts (id text primary key, title text, content text, published boolean, created_at text, updated_at text)`;
        const now = new Date().toISOString();
        await db.run`insert into posts values ('kept', 'Soup', 'More basil.', ${true}, ${now}, ${now})`;
      });
      const again = (await started(app, file)).program;
      (await again.get('/posts')).status(200);
      await again.stop();
      const rows = await inside(file, (db) => db.all`select * from posts`);
      if (rows.length === 1) return;
      const isGone = rows.length === 0;
      fail(
        isGone ? 'A row of the table is gone after the second start.' : 'The second start added a row.',
        'the rows of the first start, and no others',
        isGone
          ? 'onStart drops the table, or deletes its rows. `create table if not exists` leaves both alone.'
          : stillWelcome,
      );
    },
    { alreadyTrue: true },
  );

  check('the program refuses to start if the table cannot be created', async (app) => {
    if (!(await waitsForTable(app))) {
      const cause = 'an `await` is missing before this.db.run in onStart, so the port opens before the table exists.';
      fail('onStart finished before the table was created.', 'an onStart that waits for the database', cause);
    }
    const file = join(await app.folder(), 'blog.db');
    await inside(file, async (db) => {
      await db.run`create table other (name text)`;
      // Tables and indexes share their names.
      await db.run`create index posts on other (name)`;
    });
    const refusal = await (await started(app, file)).program.url().then(
      () => undefined,
      (error: Error) => error,
    );
    // A program that is only slow to start has refused nothing.
    if (refusal?.message.includes('crashed')) return;
    if (refusal !== undefined) throw refusal;
    const problem = 'The database refused to create the table, and the program started.';
    fail(problem, 'a program that does not start', 'onStart catches the error of the database.');
  });
});

step(2, (check) => {
  check('the attack "injection" is blocked', (app) => app.attack(injection));

  check(
    'DELETE /newsletter/:email deletes one subscriber',
    async (app) => {
      const address = random.email();
      for (const email of [address, random.email()]) await app.put(`/newsletter/${email}`);
      const count = async () => (await app.get('/newsletter')).status(200).body.subscribers;
      const before = await count();
      await app.delete(`/newsletter/_${address.slice(1)}`);
      if ((await count()) < before) {
        const cause = '`like` treats _ and % as wildcards. Compare the address with `=`.';
        fail('DELETE of another address unsubscribed a reader.', 'as many subscribers as before', cause);
      }
      (await app.delete(`/newsletter/${address}`)).status(204);
      if ((await count()) === before - 1) return;
      const cause = 'unsubscribe deletes no row, or more than one. Compare the address with `where email = …`.';
      fail(`DELETE removed ${before - (await count())} subscribers.`, 'one subscriber fewer', cause);
    },
    { alreadyTrue: true },
  );

  check('a new post becomes a row of the table, whatever its title', async (app) => {
    const program = app.fresh({ TRELLIS_LABORATORY: 'stores', TRELLIS_CLOCK: 'ticks' });
    const sent = { title: ` ${random.word()}'); drop table posts; --`, content: `"Basil"\nand \${salt}: 100 % 🌻 ` };
    const answer = await program.post('/posts', sent);
    const post = answer
      .status(201)
      .fields({ ...sent, published: false })
      .fields({ id: isVersion7 }, 'the id is not a UUID of version 7. Use v7() from the package uuid.').body;
    const { posts = [] } = await (await program.running()).tables();
    const row = posts.find(({ title }) => title === sent.title);
    answer.expect(row !== undefined, 'the post to be in the table when the response arrives', [
      'create does not insert a row.',
      'an `await` is missing before this.db.run in create.',
    ]);
    for (const [name, value] of Object.entries({ ...post, published: false })) {
      const isSame = row![name] === value || Boolean(row![name]) === value;
      answer.expect(isSame, `the column ${name} to be ${JSON.stringify(value)}; it is ${JSON.stringify(row![name])}`, [
        'the columns and the values of the insert are in a different order.',
        'the insert asks for the id or the time again, and gets another one. Use those of the post.',
      ]);
    }
  });

  examine(check, api, 2);
});

step(3, (check) => {
  check('GET /posts/:id reads the table', async (app) => {
    const first = await started(app);
    const post = (await first.program.post('/posts', aBody())).status(201).body;
    await first.program.stop();
    const { program } = await started(app, first.file);
    const answer = await program.get(`/posts/${post.id}`);
    const because =
      'find does not look in the table, where this post was before the program started, or does not return the row.';
    answer.status(200, answer.code === 404 || answer.code === 204 ? because : undefined).json(post, badRow(answer));
  });

  check('toPost converts the rows of SQLite and of PostgreSQL', async (app) => {
    const file = pathToFileURL(join(app.src, 'posts/post.ts'));
    // A new address, so that a file that was saved in between is imported again.
    const { toPost } = await import(`${file.href}?at=${performance.now()}`);
    if (typeof toPost !== 'function') {
      const cause = '`export` is missing, or the function has another name or is in another file.';
      fail('post.ts exports no function toPost.', 'export function toPost(row: PostRow): Post', cause);
    }
    for (const published of [1, 0, true, false]) {
      const post = toPost({ id: 'a', title: 'Soup', published });
      if (post?.published === Boolean(published) && post.title === 'Soup') continue;
      const problem = `For a row with published = ${published}, toPost returns ${JSON.stringify(post)}.`;
      fail(problem, `all fields of the row, and published: ${Boolean(published)}`, [
        'toPost does not convert 0 and 1, which is how SQLite stores booleans.',
        'toPost compares published with a number. PostgreSQL returns real booleans, and both `true === 1` and `false === 0` are false. Boolean(…) converts numbers and booleans.',
        'toPost leaves out fields of the row: `...row` is missing.',
      ]);
    }
  });

  check(
    'a post that does not exist is 404',
    async (app) => {
      const answer = await app.get(`/posts/${random.word()}`);
      answer.error(404, 'Post not found', [
        'toPost is called although get returned undefined.',
        'the `where` of find matches every row.',
        'an `await` is missing before this.db.get.',
      ]);
    },
    { alreadyTrue: true },
  );

  examine(check, api, 3);
});

step(4, (check) => {
  check('PUT changes the row, and survives a restart', async (app) => {
    const first = await started(app);
    const [other, post] = [await create(first.program), await create(first.program)];
    const body = { ...aBody(), published: true };
    const answer = await first.program.put(`/posts/${post.id}`, body);
    answer.status(200, [
      'update does not find the post in the table. It may still use the Map.',
      'the row was updated, but the statement returned none: `returning *` is missing.',
    ]);
    const { updated_at } = answer.body;
    answer.json({ ...post, ...body, updated_at }, notTheRow);
    await first.program.stop();
    const { program } = await started(app, first.file);
    const stored = await program.get(`/posts/${post.id}`);
    stored.status(200).json(answer.body, 'update does not write what it returns.');
    (await program.get(`/posts/${other.id}`)).status(200).json(other, noWhere);
  });

  check(
    'PUT of a post that does not exist is 500, with the reason in the log',
    async (app) => {
      const id = random.word();
      const answer = await app.put(`/posts/${id}`, { ...aBody(), published: true });
      answer.error(500, 'Internal Server Error', 'update does not throw if no row came back.');
      // One more round trip: what was logged before it has arrived by then.
      await app.get('/posts');
      const line = (await app.output()).split('\n').find((each) => each.includes(id));
      const because = 'update throws an error with another message.';
      answer.expect(
        line?.includes('"message":"record not found"') ?? false,
        'the message "record not found" in the log',
        because,
      );
    },
    { alreadyTrue: true },
  );

  check('DELETE removes the row, and can be repeated', async (app) => {
    const first = await started(app);
    const [other, post] = [await create(first.program), await create(first.program)];
    for (const _ of ['the first time', 'the second time'])
      (await first.program.delete(`/posts/${post.id}`))
        .status(204, 'delete treats a missing row as an error.')
        .text('');
    await first.program.stop();
    const { program } = await started(app, first.file);
    const because = 'delete does not delete from the table.';
    (await program.get(`/posts/${post.id}`)).error(404, 'Post not found', because);
    (await program.get(`/posts/${other.id}`)).status(200, noWhere);
  });

  check('DELETE /admin/drafts removes the drafts, and nothing else', async (app) => {
    const first = await started(app);
    const [draft, other] = [await create(first.program), await create(first.program)];
    const published = await publish(first.program, await create(first.program));
    await first.program.stop();
    const { program } = await started(app, first.file);
    (await program.delete('/admin/drafts')).status(204).text('');
    for (const { id } of [draft, other])
      (await program.get(`/posts/${id}`)).error(
        404,
        'Post not found',
        'discardDrafts does not delete the rows whose published is false.',
      );
    (await program.get(`/posts/${published.id}`)).status(200, 'discardDrafts deletes published posts as well.');
  });

  examine(check, api, 4);
});

step(5, (check) => {
  check('GET /posts lists the published posts, GET /admin/drafts the drafts', async (app) => {
    const [draft, published] = [await create(app), await publish(app, await create(app))];
    const [list, drafts] = [await app.get('/posts'), await app.get('/admin/drafts')];
    expectListed(list, published, draft);
    expectListed(drafts, draft, published);
    const again = (await app.put(`/posts/${published.id}`, aBody())).status(200).body;
    expectListed(await app.get('/admin/drafts'), again, await publish(app, await create(app)));
  });

  check(
    'both lists start with the newest post',
    async (app) => {
      const posts: Post[] = [];
      for (let count = 0; count < 6; count++) {
        posts.unshift(await create(app));
        await app.advance({ seconds: 1 });
      }
      const published: Post[] = [];
      for (const post of posts.filter((_, index) => index % 2 === 0)) published.push(await publish(app, post));
      const because = 'the list is not sorted by `created_at desc`.';
      const drafts = posts.filter((_, index) => index % 2 === 1);
      for (const [path, wanted] of Object.entries({ '/posts': published, '/admin/drafts': drafts })) {
        const list = await app.get(path);
        const order = idsIn(list).filter((id) => wanted.some((post) => post.id === id));
        const expected = wanted.map(({ id }) => id).join();
        list.expect(order.join() === expected, `the posts in this order: ${expected}`, because);
      }
    },
    { alreadyTrue: true },
  );

  check(
    'GET /posts/:id returns a post, published or not',
    async (app) => {
      const draft = await create(app);
      const because = 'find filters by published. Only the lists do.';
      (await app.get(`/posts/${draft.id}`)).status(200, because).json(draft);
      const published = await publish(app, draft);
      (await app.get(`/posts/${draft.id}`)).status(200, because).json(published);
    },
    { alreadyTrue: true },
  );

  examine(check, api, 5);
  examineApplication(check, api);
});

const stillWelcome = 'onStart still creates the Welcome post of chapter 05.';
const notTheRow = [
  'update returns something other than toPost(row): a row without toPost, or an object that it has built itself.',
  'update uses `run`, which returns the number of changed rows, instead of `get`.',
  'update ignores one of the fields, or has `and` instead of commas after `set`.',
];
const noWhere = 'a statement has no `where`, or one that matches every row.';

interface Post {
  id: string;
  title: string;
  content: string;
}

function aBody() {
  return { title: `Soup ${random.sentence()}`, content: random.sentence() };
}

function isVersion7(id: unknown): boolean {
  return typeof id === 'string' && /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/.test(id);
}

async function create(app: Session): Promise<Post> {
  return (await app.post('/posts', aBody())).status(201).body;
}

async function publish(app: Session, { id, title, content }: Post): Promise<Post> {
  const because = "the post can't be published: the PUT of step 4 has to work first.";
  return (await app.put(`/posts/${id}`, { title, content, published: true })).status(200, because).body;
}

function idsIn(list: Answer): string[] {
  return list
    .status(200)
    .expect(Array.isArray(list.body), 'an array of posts')
    .body.map(({ id }: Post) => id);
}

function expectListed(list: Answer, post: Post, other: Post): void {
  const ids = idsIn(list);
  list
    .expect(ids.includes(post.id), `an array with the post ${JSON.stringify(post)}`, [
      'this list does not read the table, or its `where` has the wrong value.',
      'drafts still filters the posts of list, which returns only the published ones. Select the drafts themselves.',
    ])
    .expect(
      !ids.includes(other.id),
      `an array without the post ${other.id}`,
      'the statement has no `where published = …`, or one with the wrong value.',
    );
}

/** What the response reveals about how a row became a post. */
function badRow({ content }: Answer): string {
  const { id, published } = Object(JSON.parse(content)) as Record<string, unknown>;
  if (id === undefined)
    return 'find does not use this.db.get, which returns a row, or does not await it, or toPost leaves out fields of the row.';
  return typeof published === 'number'
    ? 'SQLite stores true and false as 1 and 0, and find returns the row without toPost, or toPost does not convert it.'
    : 'the row is not the post: an insert or toPost mixes up fields, or gets published wrong.';
}

/** A program on this database file, or on a new one. */
async function started(app: Session, known?: string) {
  const file = known ?? join(await app.folder(), 'blog.db');
  return { file, program: app.fresh({ DATABASE_URL: `file:${file}` }) };
}

/** The file as another program sees it: what a restart would find. */
async function inside<T>(file: string, work: (db: Awaited<ReturnType<typeof openDatabase>>) => Promise<T>): Promise<T> {
  const db = await openDatabase(`file:${file}`);
  try {
    return await work(db);
  } finally {
    await db.onStop();
  }
}

/** Calls onStart with a database that never finishes: a real one is so fast that the application shows no difference. */
async function waitsForTable(app: Session): Promise<boolean> {
  const file = pathToFileURL(join(app.src, 'posts/posts.service.ts'));
  // A new address, so that a file that was saved in between is imported again.
  const { PostsService } = await import(`${file.href}?at=${performance.now()}`);
  if (PostsService?.prototype.onStart === undefined) return false;
  const db = { run: () => new Promise(() => {}) };
  const started = Promise.resolve(Object.create(PostsService.prototype, { db: { value: db } }).onStart());
  // Whatever else it needs, it hasn't finished.
  return Promise.race([
    started.then(
      () => false,
      () => true,
    ),
    new Promise<boolean>((resolve) => setImmediate(resolve, true)),
  ]);
}

interface Column {
  name: string;
  type: string;
  notnull: number;
  pk: number;
}

function expectColumns(columns: Column[]): void {
  const expected = ['id', 'title', 'content', 'published', 'created_at', 'updated_at'].map((name) =>
    name === 'id' ? 'id text primary key' : `${name} ${name === 'published' ? 'boolean' : 'text'} not null`,
  );
  const found = columns.map(
    ({ name, type, notnull, pk }) =>
      `${name} ${type.toLowerCase()}${pk > 0 ? ' primary key' : notnull ? ' not null' : ''}`,
  );
  const missing = expected.filter((column) => !found.includes(column));
  if (missing.length === 0 && found.length === expected.length) return;
  fail(
    found.length === 0 ? 'The database has no table called posts.' : `The table has the columns: ${found.join(', ')}.`,
    expected.join(', '),
    found.length === 0
      ? 'onStart does not run `create table if not exists posts (…)` on this.db.'
      : `a column is missing, misspelled, or without its type or constraint: ${missing.join(', ') || 'one is too many'}.`,
  );
}

function fail(problem: string, expected: string, cause: string | string[]): never {
  throw new CheckFailure({ problem, expected, cause });
}
