import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DatabaseError, type DatabaseErrorCode } from '../../services/database-errors.ts';
import { sqljsEngine } from './engine.ts';
import { sqljsError } from './errors.ts';

const TABLES = `
  pragma foreign_keys = on;
  create table people (id integer primary key, email text unique not null, age integer check (age >= 0)) strict;
  create table posts (id text primary key, author integer references people(id));
  insert into people values (1, 'ana', 30);
  insert into posts values ('a', 1);
  create trigger no_zoe before insert on people when new.email = 'zoe' begin select raise(abort, 'not Zoe again'); end;
`;

const cases: [string, DatabaseErrorCode][] = [
  ["insert into people values (1, 'bob', 1)", 'unique'],
  ["insert into people values (2, 'ana', 1)", 'unique'],
  ["insert into posts values ('a', 1)", 'unique'],
  ["insert into posts values ('b', 9)", 'foreign_key'],
  ['delete from people', 'foreign_key'],
  ['drop table people', 'foreign_key'],
  ['insert into people values (2, null, 1)', 'not_null'],
  ["insert into people values (2, 'bob', -1)", 'check'],
  ["insert into people values (2, 'bob', 'old')", 'value'],
  ["insert into people values ('two', 'bob', 1)", 'value'],
  ['select zeroblob(2000000000)', 'value'],
  ["insert into people values (2, 'zoe', 1)", 'other'],
  ["select json('{')", 'other'],
  ['selec 1', 'syntax'],
  ['select 1 +', 'syntax'],
  ["select 'open", 'syntax'],
  ['select * from nowhere', 'syntax'],
  ['select nothing from people', 'syntax'],
  ['select nofunction(1)', 'syntax'],
  ['insert into people values (1)', 'syntax'],
  ['create table people (id)', 'syntax'],
];

test('errors of SQLite become codes, and their messages are passed on', async () => {
  const db = new (await sqljsEngine()).Database();
  db.run(TABLES);
  for (const [sql, code] of cases) {
    const error = thrownBy(() => db.run(sql));
    // While it prepares a statement, whatever it says is about the SQL.
    const prepared = thrownBy(() => db.prepare(sql).free());
    const wrapped = sqljsError(error, sql, prepared ? 'syntax' : 'other');
    assert.equal(wrapped.code, code, `${sql}: ${wrapped.message}`);
    assert.equal(wrapped.message, (error as Error).message);
    assert.equal(wrapped.cause, error);
    assert.equal(wrapped.sql, sql);
  }
  db.close();
});

test('sql.js also throws bare strings', () => {
  const error = sqljsError('Statement closed', 'select 1', 'other');
  assert.ok(error instanceof DatabaseError);
  assert.ok(error instanceof Error);
  assert.deepEqual([error.name, error.code, error.message], ['DatabaseError', 'other', 'Statement closed']);
});

function thrownBy(work: () => void): unknown {
  try {
    work();
    return undefined;
  } catch (error) {
    return error;
  }
}
