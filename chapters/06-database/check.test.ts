import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import {
  type Answer,
  CheckFailure,
  chapter,
  copyDatabase,
  examine,
  examineApplication,
  random,
  type Session,
} from '#check';
import { openDatabase } from '../../framework/drivers/database-driver.ts';
import type { Database } from '../../framework/services/database.ts';
import { api } from './api.ts';
import injection from './attacks/injection.ts';

const { step } = chapter(import.meta.url);

step(1, (check) => {
  check(
    'the first start creates the table posts, with six columns and no row',
    async (app) => {
      const { list, columns, rows } = await app.once(firstStart);
      list.status(200).json([], stillWelcome);
      expectColumns(columns);
      if (rows > 0) fail('The new table already has a row.', 'an empty table', stillWelcome);
    },
    { concurrent: true },
  );

  const keeps = async (app: Session) => {
    const { seeded, afterStart } = await app.once(secondStart);
    if (seeded.some(({ id }) => !afterStart.has(id))) {
      fail('A row of the table is gone after the second start.', 'the rows of the first start', dropped);
    }
    if (afterStart.size > seeded.length) fail('The second start added a row.', 'no new row', stillWelcome);
    const { sql } = await recorded(app, 'onStart');
    if (/\b(delete from|drop table)\b/i.test(sql)) {
      fail(`onStart sent: ${sql.replace(/\s+/g, ' ').trim()}`, 'no statement that deletes anything', dropped);
    }
    if (sql === '' || /^\s*create table if not exists\b/i.test(sql)) return;
    const cause =
      'onStart asks SQLite for its tables, or catches the error of a second `create table`. Other databases list their tables in another way and have other errors. `if not exists` works in all of them.';
    fail(`onStart sent: ${sql.trim().split('\n')[0]}`, 'create table if not exists posts (…)', cause);
  };
  check('a second start keeps the table and its rows', keeps, { alreadyTrue: true, concurrent: true });

  check(
    'the program refuses to start if the table cannot be created',
    async (app) => {
      if (await startsWithoutTable(app)) {
        const cause = 'an `await` is missing before this.db.run in onStart, so the port opens before the table exists.';
        fail('onStart finished before the table was created.', 'an onStart that waits for the database', cause);
      }
      const file = join(await app.folder(), 'blog.db');
      await inside(file, async (db) => {
        await db.run`create table other (name text)`;
        // Tables and indexes share their names.
        await db.run`create index posts on other (name)`;
      });
      const program = app.fresh({ DATABASE_URL: `file:${file}` });
      const refusal = await program.url().then(
        () => undefined,
        (error: Error) => error,
      );
      // A program that is only slow to start has refused nothing.
      if (refusal?.message.includes('crashed')) return;
      if (refusal !== undefined) throw refusal;
      const cause = 'onStart catches the error of the database.';
      fail(
        'The database refused to create the table, and the program started.',
        'a program that does not start',
        cause,
      );
    },
    { concurrent: true },
  );
});

step(2, (check) => {
  check('the attack "injection" is blocked', (app) => app.attack(injection));

  check('DELETE /newsletter/:email sends the address as a parameter', async (app) => {
    const { unsubscribed, counts, refusedUnsubscribe } = await app.once(secondStart);
    unsubscribed.answer.status(204);
    const because = 'unsubscribe deletes no row, or more than one. Compare the address with `where email = …`.';
    const [before, afterWildcard, atLast] = counts;
    if (before !== afterWildcard) {
      const cause = '`like` treats _ and % as wildcards. Compare the address with `=`.';
      fail(`DELETE of ${wildcard} unsubscribed a reader with another address.`, 'as many subscribers as before', cause);
    }
    if (afterWildcard - atLast !== 1) {
      fail(`DELETE removed ${afterWildcard - atLast} subscribers.`, 'one subscriber fewer', because);
    }
    expectParameters(unsubscribed, 'unsubscribe', [subscriber]);
    const late = `${notAwaited} before this.db.run in unsubscribe. The database refused this delete.`;
    refusedUnsubscribe.error(500, 'Internal Server Error', refusedUnsubscribe.code === 204 ? late : undefined);
    const code = await codeOf(app, 'newsletter/newsletter.service.ts');
    const noWayAround = 'no way around prepared statements';
    if (/\bdisguised\b/.test(code)) {
      const cause = 'nothing calls `disguised` any more, but it is still in the file, and the next author may use it.';
      fail('newsletter.service.ts still has the function `disguised`.', noWayAround, cause);
    }
    if (/\braw['"]?\s*[:=]/.test(code)) {
      const cause = 'the code of `disguised` is still there, under another name. The next author may use it.';
      fail('newsletter.service.ts still makes a string look like a template.', noWayAround, cause);
    }
  });

  check('a new post becomes a row of the table, whatever its title', async (app) => {
    const { sent, created, again, afterCreate, atEnd } = await app.once(secondStart);
    const post: Post = created.answer
      .status(201)
      .fields({ ...sent, published: false })
      .fields({ id: isVersion7 }, 'the id is not a UUID of version 7. Use v7() from the package uuid.').body;
    again.status(201);
    const row = afterCreate.get(post.id);
    if (row === undefined) {
      if ([...afterCreate.values()].some(({ title }) => title === sent.title)) {
        const cause = 'the insert stores another id, for example from a second call of uuid(). Store post.id.';
        fail('The new post is in the table, but with another id.', `a row with the id ${post.id}`, cause);
      }
      const isLate = atEnd.has(post.id) || created.queries.length > 0;
      const cause = isLate
        ? `${notAwaited} before this.db.run in create.`
        : 'create does not insert a row, or does not wait until the database has inserted it.';
      fail('The new post is not in the table when the response arrives.', `a row with the id ${post.id}`, cause);
    }
    await expectPortable(app, 'create', sent);
    await expectSameTime(app, sent);
    expectRow(row, post, 'the columns and the values of the insert are in a different order.');
    expectParameters(created, 'create', [sent.title, sent.content, post.id, post.created_at]);
    const statements = created.queries.map(({ name }) => name);
    const isPlain = (name: string) => /^insert into posts ?\(/i.test(name) && !/\bon conflict\b/i.test(name);
    // No statement at all means that nobody waited for it, which the next check reports.
    if (statements.length > 0 && !statements.some(isPlain)) {
      const cause =
        'the statement does not list its columns, or it replaces or ignores a row that exists, so nobody notices a conflict.';
      fail(`create sent: ${statements.join('; ')}`, 'insert into posts (id, …) values (…)', cause);
    }
  });

  check('POST waits for the insert', async (app) => {
    const { refusedInsert, logged, isLeaked } = await app.once(secondStart);
    const because = `${notAwaited} before this.db.run in create, so nobody notices that the insert failed.`;
    refusedInsert.error(500, 'Internal Server Error', refusedInsert.code === 201 ? because : undefined);
    if (logged > 2) {
      const cause = 'create writes its log entry before the insert. The log then reports a post that was never stored.';
      fail('The log has an entry "post created" for the refused post.', 'no such entry', cause);
    }
    if (isLeaked) {
      const cause = 'create logs the title, the content, or the whole post. The id is enough to find it.';
      fail('The log contains the title or the content of a post.', 'a log entry with the id only', cause);
    }
  });

  examine(check, api, 2);
});

step(3, (check) => {
  check('GET /posts/:id reads the table', async (app) => {
    const { seeded, read, reread, log } = await app.once(secondStart);
    const { answer, queries } = read;
    const notThere = queries.some(({ rows = 0 }) => rows > 0)
      ? 'find selects the row, but does not return it. A `return` may be missing.'
      : 'find does not look in the table, where this post was before the program started.';
    const threw = log.includes('toPost is not defined') ? notImported : undefined;
    answer.status(200, answer.code === 500 ? threw : notThere);
    answer.json(seeded[0], badRow(answer));
    expectOneQuery(read, 'find', 'select');
    const { rows = 0 } = queries[0]!;
    if (rows > 1) {
      const cause = 'find selects more than one row and searches in JavaScript. Let `where` do it.';
      fail(`The query of find returned ${rows} rows.`, 'one row', cause);
    }
    if (reread.queries.length === 0) {
      const cause =
        'find keeps a copy of the post in memory. Another program can change the row, and then the copy is out of date.';
      fail('The second GET of the same post sent no statement.', 'one statement for every GET', cause);
    }
    await expectFailure(app, 'find', 'the client gets a 404, as if the post did not exist', seeded[0].id);
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
      const post = toPost({ ...aPost(), published });
      if (post?.published === Boolean(published)) continue;
      const cause =
        typeof published === 'number'
          ? 'toPost does not convert 0 and 1, which is how SQLite stores booleans.'
          : 'toPost compares published with a number. PostgreSQL returns real booleans, and both `true === 1` and `false === 0` are false. Boolean(…) converts numbers and booleans.';
      const problem = `For a row with published = ${published}, toPost returns published: ${post?.published}.`;
      fail(problem, `published: ${Boolean(published)}`, cause);
    }
    const row = aPost({ published: true });
    await expectBooleanKept(app, 'find', row, row.id);
  });

  check(
    'GET returns what POST returned',
    async (app) => {
      const post = await create(app);
      const answer = await app.get(`/posts/${post.id}`);
      const because = 'create and find do not use the same table, or find also filters by published.';
      answer.status(200, answer.code === 500 ? undefined : because).json(post, badRow(answer));
    },
    { alreadyTrue: true },
  );

  check(
    'a post that does not exist is 404',
    async (app) => {
      const answer = await app.get(`/posts/${random.word()}`);
      answer.error(404, 'Post not found', unknownFound(answer));
      const { id } = await create(app);
      const similar = await app.get(`/posts/${anyFirst({ id })}`);
      similar.error(404, 'Post not found', similar.code === 200 ? wildcards : unknownFound(similar));
    },
    { alreadyTrue: true },
  );

  examine(check, api, 3);
});

step(4, (check) => {
  check('PUT changes one row of the table', async (app) => {
    const { seeded, crossed, changes, changed, isChangeLeaked, log, atEnd } = await app.once(secondStart);
    const [untouched, toChange] = seeded;
    const isChanged = atEnd.get(toChange.id)?.title === changes.title;
    const missed = log.includes('record not found') ? updateMisses : undefined;
    changed.answer.status(200, isChanged ? noRowReturned : missed);
    changed.answer.fields(changes, badUpdate(changed.answer));
    const neighbour = atEnd.get(untouched.id);
    if (neighbour === undefined) fail('A post that nobody deleted is gone.', 'its row', noWhere);
    expectRow(neighbour, untouched, noWhere);
    const row = atEnd.get(toChange.id);
    if (row === undefined) fail('The changed post is not in the table any more.', 'its row', noWhere);
    expectRow(row, changed.answer.body, 'update does not write this column, or responds with something else.');
    const [similar] = crossed as [Post];
    if (atEnd.get(similar.id)?.title !== similar.title) {
      fail(`PUT /posts/${anyFirst(similar)} changed the post ${similar.id}.`, 'no post changed', wildcards);
    }
    if (isChangeLeaked) {
      const cause = 'update logs the title, the content, or all changes. The id is enough to find the post.';
      fail('The log contains the new title or the new content of a post.', 'a log without them', cause);
    }
  });

  check('PUT needs one statement', async (app) => {
    const { changed, changes } = await app.once(secondStart);
    changed.answer.status(200);
    expectOneQuery(changed, 'update', 'update');
    await expectPortable(app, 'update', random.word(), changes);
    const row = aPost({ published: true });
    await expectBooleanKept(app, 'update', row, row.id, changes);
  });

  check(
    'PUT responds with the changed post',
    async (app) => {
      // An update without `where` would return this one.
      await create(app);
      const post = await create(app);
      await app.advance({ seconds: 1 });
      const body = aBody({ published: true });
      const answer = await app.put(`/posts/${post.id}`, body);
      const stored = await app.get(`/posts/${post.id}`);
      answer.status(200, stored.content.includes(body.title) ? noRowReturned : updateMisses);
      const { updated_at, published } = answer.body;
      const because =
        published === false ? 'update does not set published.' : `update changes a wrong column. Or ${notTheRow}`;
      answer
        .fields({ id: post.id }, answer.body.id === undefined ? notTheRow : noWhere)
        .json({ ...post, ...body, updated_at }, because)
        .expect(updated_at > post.created_at, 'a later updated_at', 'update does not set updated_at.');
      stored.status(200).json(answer.body, 'the response is not what the table contains.');
      const again = await app.put(`/posts/${post.id}`, body);
      again.status(200, 'the `where` of update misses a post that already has these values. A PUT can be repeated.');
      const partial = await app.put(`/posts/${post.id}`, { title: body.title });
      if (partial.code >= 400) return;
      partial.expect(
        partial.body?.content !== body.content,
        'the old content to be gone, because the body has none',
        'update keeps the old content, for example with coalesce(…), as PATCH would. PUT replaces the whole post.',
      );
    },
    { alreadyTrue: true },
  );

  check(
    'PUT of a post that does not exist is 500, with the reason in the log',
    async (app) => {
      const id = random.word();
      const answer = await app.put(`/posts/${id}`, aBody({ published: true }));
      answer.error(500, 'Internal Server Error', 'update does not throw if no row came back.');
      // One more round trip: what was logged before it has arrived by then.
      await app.get('/posts');
      const lines = (await app.output()).split('\n').filter((line) => line.includes(id));
      answer.expect(
        lines.some((line) => line.includes('"message":"record not found"')),
        'the message "record not found" in the log',
        'update throws an error with another message.',
      );
      const misled = 'the log says "record not found", whatever went wrong';
      await expectFailure(app, 'update', misled, id, aBody({ published: true }));
    },
    { alreadyTrue: true },
  );

  check('DELETE removes one row', async (app) => {
    const { seeded, crossed, removed, atEnd } = await app.once(secondStart);
    const [untouched, , toRemove] = seeded;
    removed.answer.status(204).text('');
    if (atEnd.has(toRemove.id)) {
      fail('The deleted post is still in the table.', 'no row', 'delete does not delete from the table.');
    }
    if (!atEnd.has(untouched.id)) fail('A post that nobody deleted is gone.', 'its row', noWhere);
    const similar = crossed.at(-2)!;
    if (!atEnd.has(similar.id)) {
      fail(`DELETE /posts/${anyFirst(similar)} deleted the post ${similar.id}.`, 'no post deleted', wildcards);
    }
    expectOneQuery(removed, 'delete', 'delete');
  });

  check(
    'DELETE of a post that does not exist is 204',
    async (app) => {
      const post = await create(app);
      (await app.delete(`/posts/${post.id}`)).status(204).text('');
      const gone = await app.get(`/posts/${post.id}`);
      gone.error(404, 'Post not found', 'delete does not delete the row.');
      (await app.delete(`/posts/${post.id}`)).status(204, 'delete treats a missing row as an error.');
    },
    { alreadyTrue: true },
  );

  check('DELETE /admin/drafts removes the drafts with one statement', async (app) => {
    const { seeded, discarded, created, atEnd } = await app.once(secondStart);
    const [untouched, , , draft] = seeded;
    discarded.answer.status(204).text('');
    const isLeft = [...atEnd.values()].some(({ published }) => published === 0);
    if (atEnd.has(draft.id) || atEnd.has(created.answer.body.id) || isLeft) {
      const cause = 'discardDrafts does not delete the rows whose published is false, or has a `limit`.';
      fail('A discarded draft is still in the table.', 'no drafts', cause);
    }
    if (!atEnd.has(untouched.id)) fail('A published post is gone.', 'its row', noWhere);
    expectOneQuery(discarded, 'discardDrafts', 'delete');
    expectBoolean(discarded, 'discardDrafts');
    await expectPortable(app, 'discardDrafts');
  });

  check('DELETE waits for the database', async (app) => {
    const { refusedDelete, refusedDiscard } = await app.once(secondStart);
    for (const [method, answer] of Object.entries({ delete: refusedDelete, discardDrafts: refusedDiscard })) {
      const because = `${notAwaited} in ${method}, or ${method} does not use the table. The database refused this delete.`;
      answer.error(500, 'Internal Server Error', answer.code === 204 ? because : undefined);
    }
  });

  examine(check, api, 4);
});

step(5, (check) => {
  check('GET /posts lists the published posts, and nothing else', async (app) => {
    const [draft, published] = [await create(app), await publish(app, await create(app))];
    const list = await app.get('/posts');
    refusePost(list, draft, 'a draft');
    expectPost(list, published);
  });

  check('PUT without published removes a post from the list', async (app) => {
    const post = await publish(app, await create(app));
    expectPost(await app.get('/posts'), post);
    (await app.put(`/posts/${post.id}`, { title: post.title, content: post.content })).status(200);
    refusePost(await app.get('/posts'), post, 'a draft again');
  });

  check(
    'GET /admin/drafts lists the drafts, and nothing else',
    async (app) => {
      const [draft, published] = [await create(app), await publish(app, await create(app))];
      const drafts = await app.get('/admin/drafts');
      expectPost(drafts, draft, [
        'drafts still filters the posts of list, which returns only the published ones. Select the drafts themselves.',
        notRead,
      ]);
      refusePost(drafts, published, 'published');
    },
    { alreadyTrue: true },
  );

  check('the database filters and sorts', async (app) => {
    const { list, drafts, seeded } = await app.once(secondStart);
    for (const [method, listed] of Object.entries({ list, drafts })) {
      const { answer, queries } = listed;
      answer.status(200);
      expectOneQuery(listed, method, 'select');
      const { name, rows } = queries[0]!;
      const length = postsOf(answer).length;
      const total = seeded.filter(({ published }) => published === (method === 'list')).length;
      if (length < total) {
        const isCut = rows === length ? 'the statement has a `limit`' : 'the array is cut off in JavaScript';
        const cause = `${isCut}. Without a way to ask for the next page, nobody can read the other posts.`;
        fail(`${method} returned ${length} of ${total} posts.`, `all ${total} posts`, cause);
      }
      const limit = /\blimit\b[^)]*/i.exec((await recorded(app, method)).sql)?.[0];
      if (limit !== undefined) {
        const cause =
          'the statement has a `limit`. With more posts than that, the oldest ones disappear, and nobody is told.';
        fail(`The statement of ${method} contains \`${limit.trim()}\`.`, 'a list without a limit', cause);
      }
      expectBoolean(listed, method);
      await expectPortable(app, method);
      await expectBooleanKept(app, method, aPost({ published: method === 'list' }));
      await expectFailure(app, method, 'the client gets an empty list, as if there were no posts');
      if (rows !== length) {
        const cause = `${method} selects every post and filters in JavaScript. Use \`where\`.`;
        fail(`The query of ${method} returned ${rows} rows for ${length} posts.`, `${length} rows`, cause);
      }
      if (!/\border by\b/i.test(name)) {
        const cause = `${method} sorts in JavaScript, or not at all. Use \`order by\`.`;
        fail(`The query of ${method} has no \`order by\`: ${name}`, 'sorted by the database', cause);
      }
    }
  });

  check(
    'both lists start with the newest post',
    async (app) => {
      const [drafts, published]: [Post[], Post[]] = [[], []];
      for (let count = 0; count < 3; count++) {
        drafts.push(await create(app));
        published.push(await create(app));
        await app.advance({ seconds: 1 });
      }
      for (const post of [published[1]!, published[2]!, published[0]!]) await publish(app, post);
      const because = 'the list is not sorted by `created_at desc`.';
      expectOrder(await app.get('/posts'), published.reverse(), because);
      expectOrder(await app.get('/admin/drafts'), drafts.reverse(), because);
    },
    { alreadyTrue: true },
  );

  check('posts are sorted by time, and those of the same millisecond by id', async (app) => {
    const { list, drafts, ties, crossed } = await app.once(secondStart);
    const noTime = 'the `order by` does not start with `created_at desc`.';
    const noTieBreaker =
      'the `order by` has no second column `id desc`, which decides between posts with the same created_at.';
    for (const [{ answer }, isPublic] of [
      [list, true],
      [drafts, false],
    ] as const) {
      const isListed = ({ published }: Post) => published === isPublic;
      expectOrder(answer, crossed.filter(isListed), noTime);
      expectOrder(answer, newestIdFirst(ties.filter(isListed)), noTieBreaker);
    }
  });

  check('the Map is gone', async (app) => {
    if (!/\bnew Map\b/.test(await codeOf(app, 'posts/posts.service.ts'))) return;
    const cause = 'nothing needs the Map any more. As long as it is there, somebody may store a post in it again.';
    fail('posts.service.ts still creates a Map.', 'posts in the table, and nowhere else', cause);
  });

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
  examineApplication(check, api, ['GET /newsletter', 'PUT /newsletter/:email', 'DELETE /newsletter/:email']);
});

const stillWelcome = 'onStart still creates the Welcome post of chapter 05.';
const dropped = 'onStart drops the table, or deletes its rows. `create table if not exists` leaves both alone.';
const notImported = 'toPost is not imported, or it is imported with `type`, although it is a function.';
const updateMisses = 'update does not find the post in the table. It may still use the Map.';
const noRowReturned = 'the row was updated, but the statement returned none: `returning *` is missing.';
const notTheRow = 'update returns something other than toPost(row), for example an object that it has built itself.';
const noWhere = 'a statement has no `where`, or one that matches every row.';
const wildcards = '`like` treats _ and % as wildcards. Compare the id with `=`.';
const notAwaited = 'an `await` is missing';
const notRead = 'this list does not read the table, or its `where` has the wrong value.';

interface Post {
  id: string;
  title: string;
  content: string;
  published: boolean;
  created_at: string;
  updated_at: string;
}

/** A post as SQLite stores it. */
type Row = Omit<Post, 'published'> & { published: number };
type Rows = ReadonlyMap<string, Row>;

function aBody<Others extends object>(others: Others) {
  return { title: `Soup ${random.sentence()}`, content: random.sentence(), ...others };
}

function aPost({ published = false, id = crypto.randomUUID() as string } = {}): Post {
  const at = new Date(Date.UTC(2024, 4, 1) + random.number() * 1000).toISOString();
  return { id, ...aBody({ published }), created_at: at, updated_at: at };
}

/** An id that exists nowhere, and that `like` takes for the id of this post. */
function anyFirst({ id }: Pick<Post, 'id'>): string {
  return `_${id.slice(1)}`;
}

/** Of the same millisecond, and inserted in an order that is neither that of their ids nor its reverse. */
function tied(): Post[] {
  const at = '2024-03-01T10:00:00.000Z';
  return [3, 1, 5, 2, 4].flatMap((digit) =>
    [true, false].map((published) => ({
      ...aPost({ published, id: `${digit}-${random.word()}` }),
      created_at: at,
      updated_at: at,
    })),
  );
}

/** The newest first, each a few milliseconds newer and with a smaller id, as if another program had made the ids. */
function crossedIds(): Post[] {
  return [0, 5, 9].flatMap((digit) =>
    [true, false].map((published) => {
      const at = new Date(Date.UTC(2024, 1, 20) - digit).toISOString();
      return { ...aPost({ published, id: `${digit}-${random.word()}` }), created_at: at, updated_at: at };
    }),
  );
}

function newestIdFirst(posts: Post[]): Post[] {
  return [...posts].sort((a, b) => (a.id < b.id ? 1 : -1));
}

function isVersion7(id: unknown): boolean {
  return typeof id === 'string' && /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/.test(id);
}

async function create(app: Session): Promise<Post> {
  return (await app.post('/posts', aBody({}))).status(201).body;
}

async function publish(app: Session, { id, title, content }: Post): Promise<Post> {
  const because = "the post can't be published: the PUT of step 4 has to work first.";
  return (await app.put(`/posts/${id}`, { title, content, published: true })).status(200, because).body;
}

function postsOf(answer: Answer): Post[] {
  return answer.status(200).expect(Array.isArray(answer.body), 'an array of posts').body;
}

function expectPost(list: Answer, post: Post, missing: string | string[] = notRead): void {
  const found = postsOf(list).find(({ id }) => id === post.id);
  const because = found === undefined ? missing : 'this list returns its rows without toPost.';
  list.expect(isDeepStrictEqual(found, post), `an array with the post ${JSON.stringify(post)}`, because);
}

function refusePost(list: Answer, post: Post, what: string): void {
  const isThere = postsOf(list).some(({ id }) => id === post.id);
  const because = 'the statement has no `where published = …`, or one with the wrong value.';
  list.expect(!isThere, `an array without the post ${post.id}, which is ${what}`, because);
}

function expectOrder(list: Answer, posts: Post[], because: string): void {
  const wanted = posts.map(({ id }) => id);
  const order = postsOf(list).flatMap(({ id }) => (wanted.includes(id) ? [id] : []));
  const isComplete = order.length === wanted.length;
  list.expect(
    isDeepStrictEqual(order, wanted),
    `the posts in this order: ${wanted.join(', ')}`,
    isComplete ? because : notRead,
  );
}

/** What the response reveals about how a row became a post. */
function badRow(answer: Answer): string {
  const body: unknown = JSON.parse(answer.content || 'null');
  const { id, published, ...others } = Object(body) as Record<string, unknown>;
  if (id === undefined) {
    if ('0' in others || 'changes' in others) {
      return 'find does not use this.db.get, which returns a row. `all` returns an array, and `run` the number of changed rows.';
    }
    const isRead = published === true || Object.keys(others).length > 0;
    if (isRead) return 'toPost leaves out fields of the row: `...row` is missing.';
    return `${notAwaited} before this.db.get, so find spreads a promise instead of a row.`;
  }
  return typeof published === 'number'
    ? 'SQLite stores true and false as 1 and 0, and find returns the row without toPost, or toPost does not convert it.'
    : 'the row is not the post: an insert or toPost mixes up fields, changes a string, or gets published wrong.';
}

/** The same for the row that an update returned. */
function badUpdate({ body }: Answer): string {
  if (body?.title === undefined) {
    return `update uses \`run\`, which returns the number of changed rows, instead of \`get\`. Or ${notAwaited}.`;
  }
  return typeof body.published === 'number'
    ? 'update returns its row without toPost, so published is a number.'
    : 'update changes the strings, for example with trim() or lower(), ignores one of the fields, or has `and` instead of commas after `set`.';
}

function unknownFound({ code, content }: Answer): string | undefined {
  if (code === 404) return undefined;
  if (content.includes('"id"')) return 'the `where` of find matches every row.';
  return `${notAwaited} before this.db.get, or toPost is called although get returned undefined.`;
}

/** A response, and the statements that the program sent to the database for it. */
interface Traced {
  answer: Answer;
  queries: { name: string; rows?: number }[];
}

/** The program must run with `TRELLIS_TRACE`, and handle one request at a time. */
async function traced(program: Session, method: string, path: string, body?: unknown): Promise<Traced> {
  const trace = (await program.running()).nextTrace((event) => event.method === method);
  trace.catch(() => {});
  const answer = await program.send(method, path, body);
  const { steps } = await trace;
  return { answer, queries: steps.filter(({ kind }) => kind === 'query') };
}

function expectOneQuery({ queries }: Traced, method: string, verb: string): void {
  const statements = queries.map(({ name }) => name);
  const expected = `one statement, which starts with \`${verb}\``;
  if (statements.length === 0) {
    const cause = `${method} still uses the Map, or ${notAwaited.replace('an ', 'the ')}.`;
    fail(`${method} sent no statement to the database.`, expected, cause);
  }
  if (statements.length > 1) {
    const cause = 'another request can change the row between two statements. One is enough.';
    const different = [...new Set(statements)].join('; ');
    fail(`${method} sent ${statements.length} statements: ${different}`, expected, cause);
  }
  if (!statements[0]!.toLowerCase().startsWith(verb)) {
    fail(`${method} sent: ${statements[0]}`, expected, `${method} does its work in JavaScript instead of SQL.`);
  }
}

/** The number with which SQLite stores a boolean means nothing to other databases. */
function expectBoolean({ queries }: Traced, method: string): void {
  const statement = queries.find(({ name }) => /\bpublished\s*(=|<>|!=|is)\s*[01]\b/i.test(name))?.name;
  if (statement === undefined) return;
  const cause = `PostgreSQL refuses to compare a boolean with a number. Make it a parameter: \${true} or \${false}.`;
  fail(`${method} sent: ${statement}`, 'a parameter in place of the 0 or 1', cause);
}

/** Calls one method alone, with a database that records what it gets: a trace shortens statements and hides values. */
async function recorded(app: Session, method: string, ...given: unknown[]) {
  const values: unknown[] = [];
  let sql = '';
  const record = async (strings: readonly string[], ...sent: unknown[]) => {
    sql += strings.join('?');
    values.push(...sent);
    return [];
  };
  const get = (...sent: [readonly string[], ...unknown[]]) => record(...sent).then(() => undefined);
  await callAlone(app, method, given, { run: record, all: record, get }).catch(() => {
    // No row was found, or the method needs more than these two fields. What it has sent is recorded.
  });
  return { sql, values };
}

async function expectPortable(app: Session, method: string, ...given: unknown[]): Promise<void> {
  const { sql, values } = await recorded(app, method, ...given);
  const clock = /\bcurrent_timestamp\b|'now'|\bnow\(\)/i.exec(sql)?.[0];
  if (clock !== undefined) {
    const cause =
      'the database sets the time. Each database has its own functions and formats for it: pass toISOString() as a parameter.';
    fail(`The statement of ${method} contains ${clock}.`, 'the time as a parameter', cause);
  }
  const number = values.find((value) => typeof value === 'number');
  if (number === undefined) return;
  if (Number(number) > 1) {
    const cause = 'the time is a number of milliseconds. In the other rows it is a string: use toISOString().';
    fail(`${method} passes the number ${number} to the database.`, 'the time in the same format as in create', cause);
  }
  const cause =
    'PostgreSQL refuses a number for a boolean. Pass true or false, and the driver converts it for each database.';
  fail(`${method} passes the number ${number} to the database.`, 'true or false as the value of published', cause);
}

/** Calls one method alone, with a database that returns this post as PostgreSQL does: `published` is a real boolean. */
async function expectBooleanKept(app: Session, method: string, row: Post, ...given: unknown[]): Promise<void> {
  const all = async () => [{ ...row }];
  const get = async () => ({ ...row });
  // A method that needs more than these two fields can't be called alone.
  const result = await callAlone(app, method, given, { run: all, all, get }).catch(() => undefined);
  const post: Partial<Post> | undefined = Array.isArray(result) ? result[0] : result;
  // Without an id it isn't the row at all, which other checks report.
  if (post?.id !== row.id || post.published === row.published) return;
  const cause = `${method} converts the row itself, for example with \`=== 1\`. PostgreSQL returns real booleans: leave it to toPost.`;
  const problem = `For a row with published = ${row.published}, ${method} returns published: ${post.published}.`;
  fail(problem, `published: ${row.published}`, cause);
}

/** Calls one method alone, with a database that fails: the error must reach the framework, which responds with 500. */
async function expectFailure(app: Session, method: string, result: string, ...given: unknown[]): Promise<void> {
  const broken = () => {
    const failed = Promise.reject(new Error('the database is gone'));
    // If the method forgot its `await`, nothing handles this rejection, and Node would end the process.
    failed.catch(() => {});
    return failed;
  };
  const isHidden = await callAlone(app, method, given, { run: broken, all: broken, get: broken }).then(
    () => true,
    (error: Error) => error.message === 'record not found',
  );
  if (!isHidden) return;
  const cause = `${method} catches the error of the database. Then ${result}. Let the error pass: it becomes a 500.`;
  fail(`The database failed, and ${method} hid it.`, 'the error of the database', cause);
}

/** Calls create alone, with a clock that moves on each time it is read: in a real run, a millisecond often covers two reads. */
async function expectSameTime(app: Session, sent: object): Promise<void> {
  let stored: unknown[] = [];
  const run = async (_: readonly string[], ...values: unknown[]) => {
    stored = values;
  };
  const service = await alone(app, { run });
  const post: Partial<Post> | undefined = await withMovingClock(async () => service.create(sent)).catch(
    () => undefined,
  );
  const isTime = (value: unknown) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value);
  const other = stored.find((value) => isTime(value) && value !== post?.created_at && value !== post?.updated_at);
  // Without a post, create needs more than this database, or fails, which other checks report.
  if (post?.created_at === undefined || other === undefined) return;
  const cause = 'the insert reads the clock again, and it has moved on. Use `now`, as the post does.';
  fail(`create stores the time ${other} and returns ${post.created_at}.`, 'the same time in both', cause);
}

/** For the synchronous part of the work only, because other checks may run in the meantime. */
function withMovingClock<T>(work: () => T): T {
  const RealDate = Date;
  let at = RealDate.now();
  const next = () => {
    at += 1000;
    return at;
  };
  globalThis.Date = class extends RealDate {
    constructor(value: number | string | Date = next()) {
      super(value);
    }
    static override now = next;
  } as DateConstructor;
  try {
    return work();
  } finally {
    globalThis.Date = RealDate;
  }
}

async function callAlone(app: Session, method: string, given: unknown[], db: object) {
  return (await alone(app, db))[method](...given);
}

/** The service with this database, outside of the program. */
async function alone(app: Session, db: object) {
  const file = pathToFileURL(join(app.src, 'posts/posts.service.ts'));
  // A new address, so that a file that was saved in between is imported again.
  const { PostsService } = await import(`${file.href}?at=${performance.now()}`);
  const log = { debug() {}, info() {}, warn() {}, error() {} };
  return Object.create(PostsService.prototype, { db: { value: db }, log: { value: log } });
}

function expectParameters({ queries }: Traced, method: string, values: string[]): void {
  for (const { name } of queries) {
    if (name.includes('?') && !values.some((value) => name.includes(value.slice(0, 8)))) continue;
    const cause = `the value is part of the SQL string. Make it a parameter: write \${…} in the template after this.db.run.`;
    fail(`${method} sent: ${name}`, 'a statement with ? in place of each value', cause);
  }
}

/**
 * Calls onStart alone, with a database that never finishes: a real one is so fast that the application shows no difference.
 * False if that doesn't work, because onStart needs more than `db`.
 */
async function startsWithoutTable(app: Session): Promise<boolean> {
  const file = pathToFileURL(join(app.src, 'posts/posts.service.ts'));
  let isAsked = false;
  const run = () => {
    isAsked = true;
    return new Promise(() => {});
  };
  try {
    // A new address, so that a file that was saved in between is imported again.
    const { PostsService } = await import(`${file.href}?at=${performance.now()}`);
    const started: unknown = Object.create(PostsService.prototype, { db: { value: { run } } }).onStart();
    await Promise.race([started, new Promise((_, reject) => setImmediate(reject))]);
    return isAsked;
  } catch {
    return false;
  }
}

interface FirstStart {
  list: Answer;
  columns: Column[];
  rows: number;
}

/** A program that finds no table. */
async function firstStart(app: Session): Promise<FirstStart> {
  const file = join(await app.folder(), 'blog.db');
  const program = app.fresh({ DATABASE_URL: `file:${file}` });
  const list = await program.get('/posts');
  await program.stop();
  return inside(file, async (db) => {
    const columns = await columnsOf(db);
    return { list, columns, rows: columns.length === 0 ? 0 : (await rowsOf(db)).size };
  });
}

const subscriber = 'reader@example.com';
const wildcard = '_eader@example.com';
const frozenSubscriber = 'frozen@example.com';
const frozen = 'frozen-post';

/**
 * A program that finds tables as a first start leaves them, with posts in them, and handles one request after the other. Triggers make
 * the database refuse some changes: a response that doesn't wait for its statement can't know that.
 */
async function secondStart(app: Session) {
  const file = join(await app.folder(), 'blog.db');
  const published = true;
  const posts = [aPost({ published }), aPost({ published }), aPost({ published }), aPost()] as const;
  const ties = tied();
  const crossed = crossedIds();
  const many = Array.from({ length: 240 }, (_, index) => aPost({ published: index % 2 === 0 }));
  const seeded = [...posts, ...ties, ...crossed, ...many, aPost({ id: frozen })] as [Post, Post, Post, Post, ...Post[]];
  await inside(file, async (db) => {
    await createTables(db);
    await db.transaction((tx) => write(tx, seeded));
    await db.run`create trigger frozen_delete before delete on posts when old.id = 'frozen-post'
      begin select raise(abort,
        'the statement also deletes a row that the check protects. Does it have a where clause?'); end`;
    await db.run`create trigger frozen_insert before insert on posts when new.title = 'frozen'
      begin select raise(abort, 'the table is frozen'); end`;
    await db.run`create trigger frozen_subscriber before delete on subscribers when old.email = 'frozen@example.com'
      begin select raise(abort,
        'the statement also deletes a row that the check protects. Does it have a where clause?'); end`;
  });

  const program = app.fresh({ DATABASE_URL: `file:${file}`, TRELLIS_TRACE: '1', LOG_LEVEL: 'debug' });
  const send = (method: string, path: string, body?: unknown) => traced(program, method, path, body);
  const list = await send('GET', '/posts');
  const drafts = await send('GET', '/admin/drafts');
  const afterStart = await copiedRows(file);
  const read = await send('GET', `/posts/${posts[0].id}`);
  const reread = await send('GET', `/posts/${posts[0].id}`);

  await send('PUT', '/newsletter/gardener@example.com');
  await send('PUT', `/newsletter/${subscriber}`);
  await send('PUT', `/newsletter/${frozenSubscriber}`);
  const count = async (): Promise<number> => (await send('GET', '/newsletter')).answer.body.subscribers;
  const before = await count();
  await send('DELETE', `/newsletter/${wildcard}`);
  const afterWildcard = await count();
  const unsubscribed = await send('DELETE', `/newsletter/${subscriber}`);
  const counts = [before, afterWildcard, await count()] as const;
  const refusedUnsubscribe = (await send('DELETE', `/newsletter/${frozenSubscriber}`)).answer;

  const words = [random.word(), random.word()];
  const sent = {
    title: ` ${words[0]}'); drop table posts; -- Soup`,
    content: `"${words[1]}", 'Basil'\nand \${salt}: 100 % 🌻 `,
  };
  const created = await send('POST', '/posts', sent);
  const afterCreate = await copiedRows(file);
  const again = (await send('POST', '/posts', sent)).answer;
  const refusedInsert = (await send('POST', '/posts', { title: 'frozen', content: 'frozen' })).answer;

  const changes = { title: ` Soup ${random.sentence()}`, content: `${random.sentence()} 🌻 `, published };
  await send('PUT', `/posts/${anyFirst(crossed[0]!)}`, aBody({ published }));
  await send('DELETE', `/posts/${anyFirst(crossed.at(-2)!)}`);
  const changed = await send('PUT', `/posts/${posts[1].id}`, changes);
  const removed = await send('DELETE', `/posts/${posts[2].id}`);
  const refusedDelete = (await send('DELETE', `/posts/${frozen}`)).answer;
  const refusedDiscard = (await send('DELETE', '/admin/drafts')).answer;
  await send('PUT', `/posts/${frozen}`, aBody({ published }));
  const discarded = await send('DELETE', '/admin/drafts');
  await program.stop();
  const log = await program.output();
  const logged = log.split('"post created"').length - 1;
  const isLeaked = words.some((word) => log.includes(word));
  const isChangeLeaked = [changes.title, changes.content].some((text) => log.includes(text));
  const atEnd = await inside(file, rowsOf);
  return {
    ...{ crossed, refusedUnsubscribe, log, logged, isLeaked, isChangeLeaked, reread },
    ...{ seeded, ties, list, drafts, afterStart, read, unsubscribed, counts, sent, created, again, afterCreate },
    ...{ refusedInsert, changes, changed, removed, refusedDelete, refusedDiscard, discarded, atEnd },
  };
}

/** The file as another program sees it: what a restart would find. */
async function inside<T>(file: string, work: (db: Database) => Promise<T>): Promise<T> {
  const db = await openDatabase(`file:${file}`);
  try {
    return await work(db);
  } finally {
    await db.onStop();
  }
}

/** Of a copy, because the program that has the file open doesn't share it. */
async function copiedRows(file: string): Promise<Rows> {
  await copyDatabase(file, `${file}.copy`);
  return inside(`${file}.copy`, rowsOf);
}

async function rowsOf(db: Database): Promise<Rows> {
  return new Map((await db.all<Row>`select * from posts`).map((row) => [row.id, row]));
}

/** The same tables as in the solution: the first check compares the program's own with them. */
async function createTables(db: Database): Promise<void> {
  await db.run`create table posts (id text primary key, title text not null, content text not null,
    published boolean not null, created_at text not null, updated_at text not null)`;
  await db.run`create table subscribers (email text primary key, confirmed boolean not null, joined_at text not null)`;
}

async function write(db: Database, posts: readonly Post[]): Promise<void> {
  for (const { id, title, content, published, created_at, updated_at } of posts) {
    await db.run`insert into posts (id, title, content, published, created_at, updated_at)
      values (${id}, ${title}, ${content}, ${published}, ${created_at}, ${updated_at})`;
  }
}

interface Column {
  name: string;
  type: string;
  notnull: number;
  pk: number;
}

function columnsOf(db: Database): Promise<Column[]> {
  return db.all<Column>`select name, type, "notnull", pk from pragma_table_info('posts')`;
}

function expectColumns(columns: Column[]): void {
  const names = ['id', 'title', 'content', 'published', 'created_at', 'updated_at'];
  const listed = columns.map(({ name }) => name);
  if (listed.length === 0) {
    const cause = 'onStart does not run `create table if not exists posts (…)` on this.db.';
    fail('The database has no table called posts.', 'a table posts', cause);
  }
  const missing = names.filter((name) => !listed.includes(name));
  if (missing.length > 0) {
    const cause = `a column is missing or misspelled: ${missing.join(', ')}.`;
    fail(`The table has the columns ${listed.join(', ')}.`, names.join(', '), cause);
  }
  if (listed.join() !== names.join()) {
    const cause = 'the columns are in another order, or the table has a column that is not in the task.';
    fail(`The table has the columns ${listed.join(', ')}.`, names.join(', '), cause);
  }
  const key = columns.filter(({ pk }) => pk > 0).map(({ name }) => name);
  if (key.join() !== 'id') {
    const problem = `The primary key is ${key.join(', ') || 'missing'}.`;
    fail(problem, 'id text primary key', 'the column id does not say `primary key`, or another column does.');
  }
  for (const { name, type, notnull } of columns) {
    const wanted = name === 'published' ? 'boolean' : 'text';
    if (names.includes(name) && type.toLowerCase() !== wanted) {
      const cause =
        'SQLite converts values to the type of their column, so another type can change what comes back. PostgreSQL may refuse the value.';
      fail(`The column ${name} has the type "${type}".`, `${name} ${wanted}`, cause);
    }
    if (names.includes(name) && name !== 'id' && notnull !== 1) {
      fail(`The column ${name} may be null.`, `${name} ${wanted} not null`, '`not null` is missing.');
    }
  }
}

function expectRow(row: Row, { published, ...others }: Post, cause: string): void {
  const expected: Row = { ...others, published: Number(published) };
  for (const [name, value] of Object.entries(expected)) {
    const actual = row[name as keyof Row];
    if (actual === value) continue;
    const isTrimmed = typeof actual === 'string' && actual === String(value).trim();
    const isLower = typeof actual === 'string' && actual === String(value).toLowerCase();
    const changed = isTrimmed ? 'a trimmed value' : isLower ? 'the value in lower case' : undefined;
    const because = changed === undefined ? cause : `the statement stores ${changed}. Store what the client sent.`;
    fail(`In the table, the column ${name} is ${JSON.stringify(actual)}.`, JSON.stringify(value), because);
  }
}

/** A file of the program without its comments, for what no response and no trace can show. */
async function codeOf(app: Session, file: string): Promise<string> {
  const code = await readFile(join(app.src, file), 'utf8');
  return code.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
}

function fail(problem: string, expected: string, cause: string): never {
  throw new CheckFailure({ problem, expected, cause });
}
