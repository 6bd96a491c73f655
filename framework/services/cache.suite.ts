import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Cache } from './cache.ts';
import type { StoreUnderTest } from './key-value.suite.ts';

/** The rules that every `Cache` driver follows. */
export function cacheSuite(driver: string, open: () => StoreUnderTest<Cache> | Promise<StoreUnderTest<Cache>>): void {
  function rule(name: string, check: (cache: Cache, pass: StoreUnderTest<Cache>['pass']) => Promise<void>): void {
    test(name, async () => {
      const { store, pass, close } = await open();
      try {
        await check(store, pass);
      } finally {
        await close?.();
      }
    });
  }

  describe(`${driver} as a cache`, () => {
    rule('a value is read back as it was set', async (cache) => {
      for (const value of ['text', '', 0, false, null, [1], { a: { b: ['c'] } }]) {
        await cache.set('key', value);
        assert.deepEqual(await cache.get('key'), value);
      }
      assert.equal(await cache.get('missing'), undefined);
      assert.equal(await cache.get('__proto__'), undefined);
    });

    rule('changing what was set or read does not change the cache', async (cache) => {
      const post = { tags: ['a'] };
      await cache.set('post', post);
      post.tags.push('b');
      (await cache.get<typeof post>('post'))?.tags.push('c');
      assert.deepEqual(await cache.get('post'), { tags: ['a'] });
    });

    rule('a value that JSON cannot represent is rejected, and the old value stays', async (cache) => {
      await cache.set('key', 'old');
      await assert.rejects(cache.set('key', undefined), /undefined cannot be stored/);
      await assert.rejects(
        cache.set('key', () => 1),
        /it is a function/,
      );
      await assert.rejects(cache.set('key', { n: 1n }), /"n" is a bigint/);
      await assert.rejects(
        cache.getOrSet('other', 1, () => undefined),
        /undefined cannot be stored/,
      );
      assert.equal(await cache.get('key'), 'old');
      assert.equal(await cache.get('other'), undefined);
    });

    rule('a ttl that is not an integer of at least 1 is rejected', async (cache) => {
      for (const ttl of [0, -1, 0.5, Number.NaN, Number.POSITIVE_INFINITY]) {
        await assert.rejects(cache.set('key', 1, { ttl }), /pass an integer of at least 1 second/);
        await assert.rejects(
          cache.getOrSet('key', ttl, () => 1),
          /pass an integer of at least 1 second/,
        );
      }
      assert.equal(await cache.get('key'), undefined);
    });

    rule('a value is present until its ttl has passed, and absent from then on', async (cache, pass) => {
      await cache.set('key', 1, { ttl: 2 });
      await cache.set('stays', 1);
      await pass(1);
      assert.equal(await cache.get('key'), 1);
      await pass(1);
      assert.equal(await cache.get('key'), undefined);
      assert.equal(await cache.delete('key'), false);
      assert.equal(await cache.get('stays'), 1);
    });

    rule('delete returns whether the key had a value', async (cache) => {
      await cache.set('key', null);
      assert.equal(await cache.delete('key'), true);
      assert.equal(await cache.delete('key'), false);
      assert.equal(await cache.get('key'), undefined);
    });

    rule('getOrSet loads a missing value and keeps it for its ttl', async (cache, pass) => {
      let loads = 0;
      const read = () => cache.getOrSet('posts', 2, async () => ++loads);
      assert.equal(await read(), 1);
      await pass(1);
      assert.equal(await read(), 1);
      await pass(1);
      assert.equal(await read(), 2);
    });

    rule('getOrSet caches null, false and an empty string', async (cache) => {
      for (const value of [null, false, '', 0]) {
        let loads = 0;
        const load = () => {
          loads++;
          return value;
        };
        assert.equal(await cache.getOrSet(`key:${value}`, 9, load), value);
        assert.equal(await cache.getOrSet(`key:${value}`, 9, load), value);
        assert.equal(loads, 1);
      }
    });

    rule('getOrSet: concurrent misses load once', async (cache) => {
      const { promise, resolve } = deferred<string>();
      let loads = 0;
      const load = () => {
        loads++;
        return promise;
      };
      const early = Array.from({ length: 20 }, () => cache.getOrSet('posts', 9, load));
      await cache.get('another key, so that the load has begun');
      const late = Array.from({ length: 20 }, () => cache.getOrSet('posts', 9, load));
      resolve('loaded');
      const last = cache.getOrSet('posts', 9, load);
      assert.deepEqual(new Set(await Promise.all([...early, ...late, last])), new Set(['loaded']));
      assert.equal(await cache.getOrSet('posts', 9, load), 'loaded');
      assert.equal(loads, 1);
    });

    rule('getOrSet: different keys load independently', async (cache) => {
      const values = await Promise.all(['a', 'b'].map((key) => cache.getOrSet(key, 9, () => `value of ${key}`)));
      assert.deepEqual(values, ['value of a', 'value of b']);
    });

    rule('getOrSet: every caller gets its own copy, of the same shape', async (cache) => {
      const load = () => ({ at: new Date(0), tags: ['a'] as string[] });
      const [first, second] = await Promise.all([cache.getOrSet('post', 9, load), cache.getOrSet('post', 9, load)]);
      first.tags.push('b');
      assert.deepEqual(second, { at: '1970-01-01T00:00:00.000Z', tags: ['a'] });
      assert.deepEqual(await cache.getOrSet('post', 9, load), second);
    });

    rule('getOrSet: a failed load rejects every waiting call, and is not cached', async (cache) => {
      const failing = async () => {
        throw new Error('the database is away');
      };
      const results = await Promise.allSettled([cache.getOrSet('key', 9, failing), cache.getOrSet('key', 9, failing)]);
      for (const result of results) assert.match(String(result.status === 'rejected' && result.reason), /is away/);
      assert.equal(await cache.getOrSet('key', 9, () => 'back'), 'back');
      const throwing = () => {
        throw new Error('thrown at once');
      };
      await assert.rejects(cache.getOrSet('other', 9, throwing), /thrown at once/);
      assert.equal(await cache.getOrSet('other', 9, () => 'back'), 'back');
    });

    for (const [change, expected] of [
      ['delete', undefined],
      ['set', 'new'],
    ] as const) {
      rule(`getOrSet: a ${change} during the load is not overwritten by the older value`, async (cache) => {
        const { promise, resolve } = deferred<string>();
        const begun = deferred<void>();
        const reading = cache.getOrSet('post', 9, () => {
          begun.resolve();
          return promise;
        });
        await begun.promise;
        if (change === 'delete') await cache.delete('post');
        else await cache.set('post', 'new');
        resolve('old');
        assert.equal(await reading, 'old');
        assert.equal(await cache.get('post'), expected);
        assert.equal(await cache.getOrSet('post', 9, () => 'fresh'), expected ?? 'fresh');
      });
    }
  });
}

function deferred<T>() {
  let resolve!: (value: T) => void;
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
