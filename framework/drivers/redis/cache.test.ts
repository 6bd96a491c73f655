import { randomUUID } from 'node:crypto';
import test from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { cacheSuite } from '../../services/cache.suite.ts';
import { RedisCache } from './cache.ts';

const server = process.env.TEST_REDIS_URL;

if (server === undefined) {
  test('Redis as a cache', {
    skip: 'needs a server: start one with npm run services, and set TEST_REDIS_URL to its address',
  }, () => {});
} else {
  cacheSuite('Redis', async () => {
    const store = new RedisCache(server, { prefix: `test:${randomUUID()}:` });
    await store.onStart();
    // A server's clock can't be moved, and no event reports its time.
    return { store, pass: (seconds) => delay(seconds * 1_000 + 5), close: () => store.onStop() };
  });
}
