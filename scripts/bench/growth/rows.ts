import type { Database, Log, SqlPart } from 'trellis';
import { openDatabase } from '../../../framework/drivers/database-driver.ts';
import { SessionsService } from '../../../solutions/22-processes/src/auth/sessions.service.ts';
import { PostsService } from '../../../solutions/22-processes/src/posts/posts.service.ts';
import { Migrations } from '../../../solutions/22-processes/src/store/migrations.ts';
import { type Growth, grouped, medianOf, milliseconds } from './sizes.ts';

const AUTHORS = 100;
const CALLS = 20;
const log = { info() {}, warn() {} } as unknown as Log;
const clock = { now: () => Date.now() };

/** Rows of PostgreSQL: the statements of chapter 22, and the plan that the server chooses for them. */
export async function rows(url: string, sizes: readonly number[]): Promise<Growth> {
  const db = await openDatabase(url);
  try {
    await given(new Migrations(), { db, log }).onStart();
    const lists = [];
    for (const size of sizes) lists.push(await measure(db, size));
    const head = ['rows', 'list, page 1', 'in the middle', 'my posts', 'in the middle', 'plans'];
    return { title: 'Posts in PostgreSQL', head, rows: lists };
  } finally {
    await db.onStop();
  }
}

async function measure(db: Database, size: number): Promise<string[]> {
  await fill(db, size);
  const posts = given(new PostsService(), { db, log });
  const limit = 51;
  const middle = { limit, after: { created_at: timeOf(size / 2), id: '' } };
  const first = { limit, after: { created_at: '9999', id: '' } };
  const calls = [
    (service: PostsService) => service.list(first),
    (service: PostsService) => service.list(middle),
    (service: PostsService) => service.byAuthor('author-1', first),
    (service: PostsService) => service.byAuthor('author-1', middle),
  ];
  const times = [];
  for (const call of calls) times.push(await medianOf(CALLS, () => call(posts)));
  const explained = given(new PostsService(), { db: new Explained(db) as unknown as Database, log });
  const plans = await Promise.all(calls.map((call) => call(explained)));
  return [grouped(size), ...times.map(milliseconds), [...new Set(plans.map(summaryOf))].join(', ')];
}

/** Sessions in a table: signing in, which removes what has expired, and finding one. */
export async function sessions(url: string, sizes: readonly number[]): Promise<Growth> {
  const db = await openDatabase(url);
  try {
    await given(new Migrations(), { db, log }).onStart();
    const service = given(new SessionsService(), { db, clock });
    const found = [];
    for (const size of sizes) {
      await fill(db, 0);
      const now = new Date().toISOString();
      for (const [from, to] of batches(size)) {
        await db.run`
          insert into sessions (id, user_id, user_agent, created_at, last_used_at)
          select 'session-' || n, 'author-' || (n % ${AUTHORS}), '', ${now}, ${now}
          from generate_series(cast(${from} as integer), cast(${to} as integer)) as n`;
      }
      await db.run`analyze sessions`;
      const create = await medianOf(CALLS, () => service.create('author-1', '', Date.now()));
      const id = await service.create('author-1', '', Date.now());
      const find = await medianOf(CALLS, () => service.find(id));
      found.push([grouped(size), milliseconds(create), milliseconds(find)]);
    }
    return { title: 'Sessions in PostgreSQL', head: ['sessions', 'sign in', 'find'], rows: found };
  } finally {
    await db.onStop();
  }
}

async function fill(db: Database, size: number): Promise<void> {
  await db.run`truncate users, posts, sessions cascade`;
  await db.run`
    insert into users (id, email, email_key, password, name, role, created_at)
    select 'author-' || n, n || '@example.com', n || '@example.com', '', 'Author ' || n, 'user', ${timeOf(0)}
    from generate_series(0, ${AUTHORS - 1}) as n`;
  for (const [from, to] of batches(size)) {
    await db.run`
      insert into posts (id, title, content, author_id, published, created_at, updated_at)
      select 'post-' || n, 'Soup number ' || n, repeat('Add more basil. ', 10), 'author-' || (n % ${AUTHORS}), n % 10 > 0,
        to_char(timestamp '2020-01-01' + n * interval '1 minute', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), ''
      from generate_series(cast(${from} as integer), cast(${to} as integer)) as n`;
  }
  await db.run`analyze posts`;
}

/** Small enough for the deadline of a statement. */
function batches(size: number): [number, number][] {
  const BATCH = 20_000;
  const count = Math.ceil(size / BATCH);
  return Array.from({ length: count }, (_, index) => [index * BATCH + 1, Math.min((index + 1) * BATCH, size)]);
}

function timeOf(minutes: number): string {
  return new Date(Date.UTC(2020, 0, 1) + Math.floor(minutes) * 60_000).toISOString();
}

/** Runs every statement as `explain`, and gives the lines of the plan as its rows. */
class Explained {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  all<Row>(strings: TemplateStringsArray, ...parts: SqlPart[]): Promise<Row[]> {
    const [first = '', ...rest] = strings;
    const explain = [`explain (costs off) ${first}`, ...rest];
    return this.#db.all<Row>(Object.assign(explain, { raw: explain }) as unknown as TemplateStringsArray, ...parts);
  }
}

/** The index that a plan uses, or the words that say that it reads or sorts everything. */
function summaryOf(plan: unknown): string {
  const text = JSON.stringify(plan);
  const bad = ['Seq Scan on posts', 'Sort'].filter((word) => new RegExp(`${word}\\b(?! Key)`).test(text));
  const index = /Index (?:Only )?Scan (?:Backward )?using (posts\w+)/.exec(text)?.[1];
  return [index ?? 'no index', ...bad].join(' + ');
}

/** A service with its injected fields, outside an application. */
function given<T extends object>(service: T, fields: object): T {
  return Object.assign(service, fields);
}
