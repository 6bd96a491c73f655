import { randomUUID } from 'node:crypto';
import test from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { cacheSuite } from '../../services/cache.suite.ts';
import { RedisCache } from './cache.ts';

const server = process.env.TEST_REDIS_URL;

if (server === undefined) {
  test('Redis as a cache', { skip: 'needs a server: npm run services, and its address as TEST_REDIS_URL' }, () => {});
} else {
  cacheSuite('Redis', async () => {
    const store = new RedisCache(server, { prefix: `test:${randomUUID()}:` });
    await store.onStart();
    // Time passes by itself on a server, and no event tells that it has.
    return { store, pass: (seconds) => delay(seconds * 1_000 + 5), close: () => store.onStop() };
  });
}
