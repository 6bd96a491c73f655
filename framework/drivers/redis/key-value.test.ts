import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:net';
import { describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { keyValueSuite } from '../../services/key-value.suite.ts';
import { RedisCache } from './cache.ts';
import { RedisKeyValue } from './key-value.ts';

const server = process.env.TEST_REDIS_URL;

if (server === undefined) {
  test('Redis as a key-value store', {
    skip: 'needs a server: start one with npm run services, and set TEST_REDIS_URL to its address',
  }, () => {});
} else {
  keyValueSuite('Redis', async () => {
    const store = new RedisKeyValue(server, { prefix: `test:${randomUUID()}:` });
    await store.onStart();
    // A server's clock can't be moved, and no event reports its time; timers may be early by a millisecond.
    return { store, pass: (seconds) => delay(seconds * 1_000 + 5), close: () => store.onStop() };
  });
}

if (server !== undefined) {
  test('the cache and the key-value store have separate keys', async (t) => {
    const key = randomUUID();
    const store = new RedisKeyValue(server);
    const cache = new RedisCache(server);
    for (const service of [store, cache]) {
      await service.onStart();
      t.after(() => service.onStop());
    }
    await store.set(key, 'stored', { ttl: 60 });
    await cache.set(key, 'cached', { ttl: 60 });
    assert.equal(await store.get(key), 'stored');
    assert.equal(await cache.get(key), 'cached');
    assert.equal(await cache.delete(key), true);
    assert.equal(await store.take(key), 'stored');
  });

  test('a counter stays within the safe integers', async (t) => {
    const store = new RedisKeyValue(server, { prefix: `test:${randomUUID()}:` });
    await store.onStart();
    t.after(() => store.onStop());
    await store.set('counter', Number.MAX_SAFE_INTEGER, { ttl: 60 });
    await assert.rejects(store.increment('counter'), /within the safe integers/);
    assert.equal(await store.get('counter'), Number.MAX_SAFE_INTEGER);
  });
}

describe('an unavailable Redis server', () => {
  test('startup waits for it, then reports it without the password', async (t) => {
    const silent = createServer((socket) => t.after(() => socket.destroy()));
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    t.after(() => void silent.close());
    for (const port of [1, (silent.address() as { port: number }).port]) {
      const store = new RedisKeyValue(`redis://ana:hunter2@127.0.0.1:${port}`, { deadline: 200, patience: 500 });
      await assert.rejects(store.onStart(), (error: Error) => {
        assert.equal(error.name, 'Unavailable');
        assert.match(
          error.message,
          /^Redis at 127\.0\.0\.1:\d+ is still not available after 0\.5 s.*REDIS_URL is right\.$/,
        );
        assert.doesNotMatch(`${error.message} ${JSON.stringify(error)}`, /hunter2|ana/);
        return true;
      });
      await store.onStop();
    }
  });

  test('startup does not wait if the password is wrong', async (t) => {
    // The reply of Redis to a client with a wrong password.
    const strict = createServer((socket) => {
      socket.on('error', () => {});
      socket.on('data', () => socket.write('-WRONGPASS invalid username-password pair or user is disabled.\r\n'));
    });
    await new Promise<void>((resolve) => strict.listen(0, '127.0.0.1', resolve));
    t.after(() => void strict.close());
    const { port } = strict.address() as { port: number };
    const store = new RedisKeyValue(`redis://:hunter2@127.0.0.1:${port}`, { patience: 60_000 });
    await assert.rejects(store.onStart(), {
      message: `Redis at 127.0.0.1:${port} refused the connection. Check the user and the password in REDIS_URL.`,
    });
  });

  test('before the start, every call fails and says why', async () => {
    await assert.rejects(new RedisKeyValue('redis://127.0.0.1:1').get('key'), /not connected: .*not been started/);
  });

  test('an invalid address is refused and not repeated', () => {
    for (const url of ['', 'localhost', 'http://:hunter2@localhost', 'redis://', 'redis:hunter2']) {
      assert.throws(
        () => new RedisKeyValue(url),
        (error: Error) => /^REDIS_URL is not understood/.test(error.message) && !error.message.includes('hunter2'),
      );
    }
  });
});
