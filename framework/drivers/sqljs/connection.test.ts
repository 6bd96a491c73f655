import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { SqlValue } from '../../services/sql.ts';
import type { QueryResult } from '../sql/queries.ts';
import { toQuery } from '../sql/template.ts';
import { placeholder, SqljsConnection } from './connection.ts';
import { sqljsEngine } from './engine.ts';
import { DatabaseImage } from './image.ts';

async function connect(t: TestContext, image?: DatabaseImage) {
  const connection = new SqljsConnection(await sqljsEngine(), image);
  t.after(() => connection.close());
  const execute = (strings: TemplateStringsArray, ...values: SqlValue[]): QueryResult =>
    connection.execute(toQuery(strings, values, placeholder), Number.POSITIVE_INFINITY);
  return { connection, execute };
}

/** SQL as a template, for SQL that is only known at run time. */
function text(sql: string): TemplateStringsArray {
  return Object.assign([sql], { raw: [sql] }) as unknown as TemplateStringsArray;
}

test('bytes, NUL characters and empty values are read back unchanged', async (t) => {
  const { execute } = await connect(t);
  for (const value of [new Uint8Array([0, 1, 255]), new Uint8Array(), '', 'a\0b', '\0']) {
    assert.deepEqual(execute`select ${value} as value`.rows, [{ value }]);
  }
  assert.deepEqual(
    execute`select ${Buffer.from('bytes')} as value`.rows[0]!.value,
    new Uint8Array(Buffer.from('bytes')),
  );
  assert.deepEqual(execute`select ${true} as yes, ${false} as no`.rows, [{ yes: 1, no: 0 }]);
});

test('integers of any size are integers for SQLite, and use indexes like any other value', async (t) => {
  const { execute } = await connect(t);
  for (const whole of [1, 2 ** 31, -(2 ** 40), 2n ** 62n]) {
    assert.deepEqual(execute`select typeof(${whole}) as type, ${whole} || '' as text`.rows, [
      { type: 'integer', text: String(whole) },
    ]);
  }
  assert.deepEqual(execute`select typeof(${1.5}) as type, typeof(${1e300}) as large`.rows, [
    { type: 'real', large: 'real' },
  ]);
  execute`create table codes (code text)`;
  execute`create index by_code on codes (code)`;
  execute`insert into codes values (${'5000000000'}), (${'05000000000'})`;
  assert.equal(execute`select code from codes where code = ${5_000_000_000}`.rows.length, 1);
  const plan = execute`explain query plan select code from codes where code = ${5_000_000_000}`;
  assert.match(String(plan.rows[0]!.detail), /INDEX by_code/);
});

test('a column can have any name', async (t) => {
  const { execute } = await connect(t);
  const [row] = execute`select 1 as "__proto__", 2 as "constructor", 3 as "a b"`.rows;
  assert.deepEqual(Object.entries(row!), [['__proto__', 1], ['constructor', 2], ['a b', 3]]); // biome-ignore format: pairs
});

test('a statement that may change the database makes it dirty, whatever keyword it starts with', async (t) => {
  const { connection, execute } = await connect(t);
  execute`create table posts (id integer primary key)`;
  const statements: [string, boolean][] = [
    ['select * from posts', false],
    ['  -- why\n /* how */ SELECT 1', false],
    ['with one as (select 1) select * from one, posts', false],
    ['values (1)', false],
    ['explain insert into posts values (1)', false],
    ['pragma table_info(posts)', false],
    ['pragma user_version', false],
    ['insert into posts values (1)', true],
    ['with two as (select 2 as id) insert into posts select id from two', true],
    ['insert into posts values (3) returning id', true],
    ['replace into posts values (1)', true],
    ['update posts set id = 9 where id = 1', true],
    ['delete from posts', true],
    ['pragma user_version = 3', true],
    ['alter table posts add column title text', true],
    ['create index titles on posts (title)', true],
    ['vacuum', true],
    ['drop table posts', true],
  ];
  for (const [sql, dirty] of statements) {
    connection.dirty = false;
    execute(text(sql));
    assert.equal(connection.dirty, dirty, sql);
  }
});

test('a statement that fails halfway and keeps some rows makes it dirty too', async (t) => {
  const { connection, execute } = await connect(t);
  execute`create table posts (id integer primary key)`;
  connection.dirty = false;
  assert.throws(() => execute`insert or fail into posts values (1), (2), (1)`, { code: 'unique' });
  assert.equal(execute`select * from posts`.rows.length, 2);
  assert.equal(connection.dirty, true);
});

test('only inserts, updates and deletes report changes', async (t) => {
  const { execute } = await connect(t);
  execute`create table posts (id integer primary key)`;
  assert.equal(execute`insert into posts values (1), (2)`.changes, 2);
  assert.equal(execute`select * from posts`.changes, 0);
  assert.equal(execute`create table tags (id integer)`.changes, 0);
  assert.equal(execute`pragma user_version = 1`.changes, 0);
  assert.equal(execute`with mine as (select 1 as id) delete from posts where id in (select id from mine)`.changes, 1);
});

test('a write runs to its end even if fewer rows are wanted, because SQLite checks deferred constraints there', async (t) => {
  const { connection, execute } = await connect(t);
  execute`create table posts (id integer primary key)`;
  execute`create table tags (post integer references posts(id) deferrable initially deferred)`;
  const query = { sql: 'insert into tags values (7), (8) returning post', values: [] };
  for (const limit of [0, 1, 2]) assert.throws(() => connection.execute(query, limit), { code: 'foreign_key' });
  assert.deepEqual(execute`select * from tags`.rows, []);
});

test('a read that stopped early does not keep its table locked', async (t) => {
  const { connection, execute } = await connect(t);
  execute`create table posts (id integer primary key)`;
  execute`insert into posts values (1), (2), (3)`;
  assert.deepEqual(connection.execute({ sql: 'select id from posts', values: [] }, 1).rows, [{ id: 1 }]);
  execute`drop table posts`;
});

test('placeholders written by hand are refused', async (t) => {
  const { execute } = await connect(t);
  for (const sql of ['select ?', 'select :id', 'select @id', 'select $id', 'select ?2']) {
    assert.throws(() => execute(text(sql)), { code: 'syntax', message: /placeholder/ }, sql);
  }
  assert.throws(() => execute`select ${1}, ?`, { code: 'syntax', message: /placeholder/ });
  assert.throws(() => execute`select 1 -- ${1}`, { code: 'syntax', message: /quotes or a comment/ });
  assert.deepEqual(execute`select '?' as mark`.rows, [{ mark: '?' }]);
});

test('SQL with many comments is parsed quickly', async (t) => {
  const { execute } = await connect(t);
  const comments = '/* * / ** */ -- ;\n'.repeat(2_000);
  assert.deepEqual(execute(text(`${comments}select 1 as one;${comments}`)).rows, [{ one: 1 }]);
  assert.throws(() => execute(text(`select 1;${comments}select 2`)), { code: 'syntax', message: /only one statement/ });
});

test('attaching a second database is refused', async (t) => {
  const { execute } = await connect(t);
  assert.throws(() => execute`attach 'other.db' as other`, { code: 'misuse', message: /attach/ });
});

test('foreign keys are on from the beginning', async (t) => {
  const { execute } = await connect(t);
  assert.deepEqual(execute`pragma foreign_keys`.rows, [{ foreign_keys: 1 }]);
});

/** A connection to an image with a table of posts, and a way to see what another connection would find in the image. */
async function openImage(t: TestContext, sql = '') {
  const engine = await sqljsEngine();
  const seed = new engine.Database();
  seed.run(`${sql}; create table posts (id integer primary key, content text)`);
  const image = new DatabaseImage(seed.export());
  seed.close();
  const { connection, execute } = await connect(t, image);
  const stored = () => {
    const copy = new SqljsConnection(engine, new DatabaseImage(image.bytes.slice()));
    assert.equal(copy.findDamage(), undefined);
    const { rows } = copy.execute({ sql: 'select * from posts order by id', values: [] }, Number.POSITIVE_INFINITY);
    copy.close();
    return rows;
  };
  const fill = (rows: number) =>
    execute`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${rows})
      insert into posts (content) select hex(zeroblob(400)) from n`;
  return { image, connection, execute, stored, fill };
}

test('a connection works on the image in place, and the image knows which blocks have changed', async (t) => {
  const { image, connection, execute, stored, fill } = await openImage(t);
  assert.equal(image.change(), undefined);
  execute`insert into posts values (1, 'one')`;
  assert.equal(connection.updateImage(), true);
  assert.deepEqual(
    image.change()!.blocks.map(([number]) => number),
    [0, 1],
  );
  assert.deepEqual(stored(), [{ id: 1, content: 'one' }]);
  image.saved();
  execute`update posts set content = 'none' where id = 9`;
  assert.equal(image.change(), undefined);
  fill(5_000);
  image.saved();
  execute`update posts set content = 'two' where id = 2`;
  assert.equal(connection.updateImage(), true);
  assert.ok(image.change()!.blocks.length <= 3);
  assert.equal(stored()[1]!.content, 'two');
});

/** With each of these, SQLite stops working on the image, or writes to another file first. */
const departures: [
  string,
  (execute: (strings: TemplateStringsArray) => unknown, connection: SqljsConnection) => void,
][] = [
  ['vacuum', (execute) => execute`vacuum`],
  ['an incremental vacuum', (execute) => execute`pragma incremental_vacuum`],
  ['a write-ahead log', (execute) => execute`pragma journal_mode = wal`],
  ['a larger page size', (execute) => [execute`pragma page_size = 8192`, execute`vacuum`]],
  [
    'a large transaction that is rolled back',
    (execute, connection) => {
      connection.control('begin');
      execute`insert into posts (content) select content from posts`;
      execute`update posts set content = 'lost'`;
      connection.control('rollback');
    },
  ],
];
for (const [name, depart] of departures) {
  test(`${name} makes the connection leave the image, and the image is brought up to date`, async (t) => {
    const { image, connection, execute, stored, fill } = await openImage(t, 'pragma auto_vacuum = incremental');
    fill(10_000);
    execute`delete from posts where id between 2 and 3000`;
    connection.updateImage();
    image.saved();
    const expected = () => execute`select * from posts order by id`.rows;
    const before = expected();
    depart(execute, connection);
    execute`insert into posts values (2, 'after')`;
    assert.equal(connection.updateImage(), false);
    assert.deepEqual(stored(), expected());
    image.undo();
    assert.deepEqual(stored(), before);
  });
}

test('in the exclusive locking mode, the image is brought up to date too', async (t) => {
  const { connection, execute, stored } = await openImage(t);
  execute`pragma locking_mode = exclusive`;
  execute`insert into posts values (1, 'one')`;
  connection.updateImage();
  execute`insert into posts values (2, 'two')`;
  assert.equal(connection.updateImage(), false);
  assert.equal(stored().length, 2);
});

test('the most recently used prepared statements are kept, up to a limit', async (t) => {
  const engine = await sqljsEngine();
  const database = engine.Database.prototype;
  const scratch = new engine.Database();
  const statement = Object.getPrototypeOf(scratch.prepare('select 1'));
  scratch.close();
  const prepare = t.mock.method(database, 'prepare');
  const free = t.mock.method(statement, 'free');
  const { execute } = await connect(t);

  const distinct = 1_000;
  for (let index = 0; index < distinct; index++) {
    execute(text(`select ${index} as n`));
    execute`select 'often used' as s`;
  }
  assert.equal(prepare.mock.callCount(), distinct + 1);
  assert.equal(prepare.mock.callCount() - free.mock.callCount(), 100);
});

test('a refused statement is not kept, and is freed', async (t) => {
  const engine = await sqljsEngine();
  const { execute } = await connect(t);
  const scratch = new engine.Database();
  const free = t.mock.method(Object.getPrototypeOf(scratch.prepare('select 1')), 'free');
  scratch.close();
  const before = free.mock.callCount();
  for (let index = 0; index < 10; index++) assert.throws(() => execute`select ?`, { code: 'syntax' });
  assert.equal(free.mock.callCount() - before, 10);
});
