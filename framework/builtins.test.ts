import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createApp } from './app.ts';
import { module } from './core/module.ts';
import { PostgresDatabase } from './drivers/postgres/database.ts';
import { RedisCache } from './drivers/redis/cache.ts';
import { RedisKeyValue } from './drivers/redis/key-value.ts';
import { SqljsDatabase } from './drivers/sqljs/database.ts';
import { Cache } from './services/cache.ts';
import { Database } from './services/database.ts';
import { KeyValue } from './services/key-value.ts';
import { Log } from './services/log/log.ts';
import { MemoryCache } from './services/memory-cache.ts';
import { MemoryKeyValue } from './services/memory-key-value.ts';

function setEnvironment(t: TestContext, values: Record<string, string | undefined>): void {
  for (const [name, value] of Object.entries(values)) {
    const before = process.env[name];
    t.after(() => {
      if (before === undefined) delete process.env[name];
      else process.env[name] = before;
    });
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
}

function app() {
  return createApp(module('EmptyModule'));
}

test('without addresses everything is in this process', (t) => {
  setEnvironment(t, { DATABASE_URL: undefined, REDIS_URL: undefined });
  assert.ok(app().get(Database) instanceof SqljsDatabase, 'sql.js');
  assert.ok(app().get(KeyValue) instanceof MemoryKeyValue, 'memory');
  assert.ok(app().get(Cache) instanceof MemoryCache, 'memory');
});

test('the database warns in the log of the application', (t) => {
  setEnvironment(t, { DATABASE_URL: undefined });
  const created = app();
  assert.equal((created.get(Database) as SqljsDatabase).log, created.get(Log));
});

test('the addresses alone choose PostgreSQL and Redis, for the next application that is created', (t) => {
  setEnvironment(t, { DATABASE_URL: 'postgres://localhost/blog', REDIS_URL: 'redis://localhost' });
  assert.ok(app().get(Database) instanceof PostgresDatabase, 'PostgreSQL');
  assert.ok(app().get(KeyValue) instanceof RedisKeyValue, 'Redis');
  assert.ok(app().get(Cache) instanceof RedisCache, 'Redis');
});

test('a blank address is refused: nobody should lose data because a variable was blank', (t) => {
  setEnvironment(t, { DATABASE_URL: '', REDIS_URL: '' });
  assert.throws(() => app().get(Database), /DATABASE_URL is not understood/);
  assert.throws(() => app().get(KeyValue), /REDIS_URL is not understood/);
});

test('an address is of no concern to an application that asks for nothing', (t) => {
  setEnvironment(t, { DATABASE_URL: 'oracle:blog', REDIS_URL: 'nowhere' });
  assert.doesNotThrow(app);
});
