import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { SqlValue } from '../../services/sql.ts';
import type { QueryResult } from '../sql/queries.ts';
import { toQuery } from '../sql/template.ts';
import { placeholder, SqljsConnection } from './connection.ts';
import { sqljsEngine } from './engine.ts';

async function connect(t: TestContext, image?: Uint8Array) {
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

test('foreign keys are on from the beginning, and after an export', async (t) => {
  const { connection, execute } = await connect(t);
  assert.deepEqual(execute`pragma foreign_keys`.rows, [{ foreign_keys: 1 }]);
  connection.export();
  assert.deepEqual(execute`pragma foreign_keys`.rows, [{ foreign_keys: 1 }]);
});

test('an image opens as the database it was exported from, and later writes do not change it', async (t) => {
  const first = await connect(t);
  first.execute`create table posts (id integer primary key)`;
  first.execute`insert into posts values (1)`;
  const exported = first.connection.export();
  for (const image of [exported, Buffer.from(exported)]) {
    const second = await connect(t, image);
    second.execute`insert into posts values (2)`;
    assert.equal(second.connection.findDamage(), undefined);
    assert.deepEqual(new Uint8Array(image), exported);
  }
  assert.deepEqual(first.execute`select id from posts`.rows, [{ id: 1 }]);
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
  const { connection, execute } = await connect(t);
  const scratch = new engine.Database();
  const free = t.mock.method(Object.getPrototypeOf(scratch.prepare('select 1')), 'free');
  scratch.close();
  const before = free.mock.callCount();
  for (let index = 0; index < 10; index++) assert.throws(() => execute`select ?`, { code: 'syntax' });
  assert.equal(free.mock.callCount() - before, 10);
  connection.export();
});
