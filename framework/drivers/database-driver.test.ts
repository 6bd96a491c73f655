import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { test } from 'node:test';
import { Database } from '../services/database.ts';
import { databaseClass, openDatabase } from './database-driver.ts';
import { PostgresDatabase } from './postgres/database.ts';
import { SqljsDatabase } from './sqljs/database.ts';

test('the scheme of the address selects the driver', () => {
  assert.equal(databaseClass('memory:'), SqljsDatabase);
  assert.equal(databaseClass('file:blog.db'), SqljsDatabase);
  assert.equal(databaseClass('postgres://localhost/blog'), PostgresDatabase);
  assert.equal(databaseClass('postgresql://localhost/blog'), PostgresDatabase);
});

test('an address that no driver supports is refused', async () => {
  for (const url of ['', 'blog.db', 'postgre://localhost']) {
    await assert.rejects(openDatabase(url), { code: 'misuse', message: /memory:.*postgres:/s });
  }
});

test('the default address is DATABASE_URL, and memory if that is not set', async (t) => {
  const configured = process.env.DATABASE_URL;
  t.after(() => {
    if (configured === undefined) delete process.env.DATABASE_URL;
    else process.env.DATABASE_URL = configured;
  });
  delete process.env.DATABASE_URL;
  assert.equal(databaseClass(), SqljsDatabase);
  const database = await openDatabase();
  const before = await readdir('.');
  await database.run`create table notes (id integer)`;
  assert.deepEqual(await readdir('.'), before);
  await database.onStop();
  process.env.DATABASE_URL = 'oracle:blog';
  assert.throws(() => new SqljsDatabase(), { code: 'misuse', message: /starts with oracle:/ });
  await assert.rejects(openDatabase(), { code: 'misuse' });
});

test('openDatabase returns a started database', async () => {
  const database = await openDatabase('memory:');
  assert.ok(database instanceof Database);
  assert.deepEqual(await database.get`select 1 as one`, { one: 1 });
  await database.onStop();
});
