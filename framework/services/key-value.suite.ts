import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { KeyValue } from './key-value.ts';

/** A new, empty store, and a way to let time pass for it. */
export interface StoreUnderTest<Store> {
  store: Store;
  /** Drivers for a real engine wait; the memory drivers move their clock. */
  pass(seconds: number): void | Promise<void>;
  close?(): void | Promise<void>;
}

/** The rules that every `KeyValue` driver follows. */
export function keyValueSuite(
  driver: string,
  open: () => StoreUnderTest<KeyValue> | Promise<StoreUnderTest<KeyValue>>,
): void {
  function rule(name: string, check: (store: KeyValue, pass: StoreUnderTest<KeyValue>['pass']) => Promise<void>): void {
    test(name, async () => {
      const { store, pass, close } = await open();
      try {
        await check(store, pass);
      } finally {
        await close?.();
      }
    });
  }

  describe(`${driver} as a key-value store`, () => {
    rule('a value is read back as it was set', async (store) => {
      const values = ['text', '', 0, -1.5, true, false, null, [], {}, [1, [2]], { a: { b: ['c'] }, 'é\u2028😀': '\0' }];
      for (const value of values) {
        await store.set('key', value);
        assert.deepEqual(await store.get('key'), value);
      }
    });

    rule('a missing key is undefined, even if its name is special', async (store) => {
      for (const key of ['missing', '', '__proto__', 'constructor', 'toString']) {
        assert.equal(await store.get(key), undefined);
        assert.equal(await store.take(key), undefined);
        assert.equal(await store.ttl(key), undefined);
        assert.equal(await store.delete(key), false);
      }
    });

    rule('unusual keys work like any other', async (store) => {
      const keys = ['__proto__', 'a b', 'a:b:c', 'a*', 'é😀', 'line\nbreak'];
      for (const key of keys) await store.set(key, { key });
      for (const key of keys) assert.deepEqual(await store.get(key), { key });
    });

    rule('changing what was set or read does not change the store', async (store) => {
      const session = { user_id: 'u-1', roles: ['user'] };
      await store.set('session', session);
      session.roles.push('admin');
      const read = await store.get<typeof session>('session');
      assert.deepEqual(read?.roles, ['user']);
      read?.roles.push('admin');
      assert.deepEqual((await store.get<typeof session>('session'))?.roles, ['user']);
    });

    rule('values behave as JSON: a date comes back as a string, an undefined property not at all', async (store) => {
      await store.set('key', { at: new Date(0), nothing: undefined });
      assert.deepEqual(await store.get('key'), { at: '1970-01-01T00:00:00.000Z' });
    });

    rule('a value that JSON cannot represent is rejected, and the old value stays', async (store) => {
      const circle: { self?: unknown } = {};
      circle.self = circle;
      const refused: [unknown, RegExp][] = [
        [undefined, /undefined cannot be stored. Store null, or delete the key/],
        [{ toJSON: () => undefined }, /undefined cannot be stored/],
        [() => 1, /it is a function/],
        [Symbol('s'), /it is a symbol/],
        [1n, /it is a bigint/],
        [Number.NaN, /it is NaN/],
        [{ total: Number.POSITIVE_INFINITY }, /"total" is Infinity/],
        [{ user: { greet() {} } }, /"greet" is a function/],
        [[undefined], /"0" is undefined/],
        [{ roles: new Set(['user']) }, /"roles" is a Set/],
        [new Map(), /it is a Map/],
        [circle, /circular/],
      ];
      await store.set('key', 'old');
      for (const [value, message] of refused) {
        await assert.rejects(store.set('key', value), message);
        await assert.rejects(store.setIfAbsent('other', value), message);
      }
      assert.equal(await store.get('key'), 'old');
      assert.equal(await store.get('other'), undefined);
    });

    rule('an error never contains the key, which may be a secret', async (store) => {
      await store.set('refresh:secret', 'text');
      const failures = await Promise.allSettled([
        store.set('refresh:secret', undefined),
        store.set('refresh:secret', 1, { ttl: 0 }),
        store.increment('refresh:secret'),
      ]);
      for (const failure of failures) {
        assert.equal(failure.status, 'rejected');
        assert.doesNotMatch(String(failure.reason), /secret/);
      }
    });

    rule(
      'a value is present until its ttl has passed, and absent for every operation from then on',
      async (store, pass) => {
        const keys = ['get', 'take', 'ttl', 'delete', 'setIfAbsent', 'increment'];
        for (const key of keys) await store.set(key, 1, { ttl: 2 });
        await pass(1);
        for (const key of keys) assert.equal(await store.get(key), 1);
        await pass(1);
        assert.equal(await store.get('get'), undefined);
        assert.equal(await store.take('take'), undefined);
        assert.equal(await store.ttl('ttl'), undefined);
        assert.equal(await store.delete('delete'), false);
        assert.equal(await store.setIfAbsent('setIfAbsent', 'new'), true);
        assert.equal(await store.increment('increment'), 1);
      },
    );

    rule('set also replaces the ttl', async (store, pass) => {
      await store.set('shorter', 1, { ttl: 100 });
      await store.set('shorter', 2, { ttl: 1 });
      await store.set('forever', 1, { ttl: 1 });
      await store.set('forever', 2);
      await pass(1);
      assert.equal(await store.get('shorter'), undefined);
      assert.equal(await store.get('forever'), 2);
    });

    rule('a ttl that is not an integer of at least 1 is rejected', async (store) => {
      for (const ttl of [0, -1, 0.5, Number.NaN, Number.POSITIVE_INFINITY]) {
        await assert.rejects(store.set('key', 1, { ttl }), /pass an integer of at least 1 second/);
        await assert.rejects(store.setIfAbsent('key', 1, { ttl }), /pass an integer of at least 1 second/);
        await assert.rejects(store.increment('key', { ttl }), /pass an integer of at least 1 second/);
      }
      assert.equal(await store.get('key'), undefined);
    });

    rule('ttl returns the seconds left, or Infinity for a value that stays', async (store, pass) => {
      await store.set('stays', 1);
      await store.set('ends', 1, { ttl: 10 });
      assert.equal(await store.ttl('stays'), Number.POSITIVE_INFINITY);
      assert.equal(await store.ttl('ends'), 10);
      await pass(1);
      assert.ok([8, 9].includes((await store.ttl('ends')) as number));
    });

    rule('setIfAbsent: one of many concurrent calls wins', async (store) => {
      const won = await Promise.all(Array.from({ length: 20 }, (_, caller) => store.setIfAbsent('lock', caller)));
      assert.equal(won.filter(Boolean).length, 1);
      assert.equal(await store.get('lock'), won.indexOf(true));
    });

    rule('setIfAbsent: null, false and an empty string are values', async (store) => {
      for (const value of [null, false, '', 0]) {
        await store.set('key', value);
        assert.equal(await store.setIfAbsent('key', 'other'), false);
        assert.equal(await store.get('key'), value);
      }
    });

    rule('setIfAbsent: a call that returns false does not extend the ttl', async (store, pass) => {
      assert.equal(await store.setIfAbsent('lock', 1, { ttl: 1 }), true);
      assert.equal(await store.setIfAbsent('lock', 2, { ttl: 100 }), false);
      await pass(1);
      assert.equal(await store.get('lock'), undefined);
    });

    rule('take: one of many concurrent calls gets the value', async (store) => {
      await store.set('refresh', { user_id: 'u-1' });
      const taken = await Promise.all(Array.from({ length: 20 }, () => store.take('refresh')));
      assert.deepEqual(
        taken.filter((value) => value !== undefined),
        [{ user_id: 'u-1' }],
      );
      assert.equal(await store.get('refresh'), undefined);
    });

    rule('delete returns whether the key had a value', async (store) => {
      await store.set('key', null);
      assert.equal(await store.delete('key'), true);
      assert.equal(await store.delete('key'), false);
      assert.equal(await store.get('key'), undefined);
    });

    rule('increment counts every one of many concurrent calls', async (store) => {
      const counts = await Promise.all(Array.from({ length: 50 }, () => store.increment('tries')));
      assert.deepEqual(
        counts.sort((a, b) => a - b),
        Array.from({ length: 50 }, (_, i) => i + 1),
      );
      assert.equal(await store.get('tries'), 50);
    });

    rule('increment adds any integer, even to a number that was set', async (store) => {
      await store.set('stock', 10);
      assert.equal(await store.increment('stock', { by: 5 }), 15);
      assert.equal(await store.increment('stock', { by: -20 }), -5);
      assert.equal(await store.increment('stock', { by: 0 }), -5);
    });

    rule('increment: the ttl starts with the first increment, and later ones do not extend it', async (store, pass) => {
      assert.equal(await store.increment('tries', { ttl: 2 }), 1);
      await pass(1);
      assert.equal(await store.increment('tries', { ttl: 2 }), 2);
      await pass(1);
      assert.equal(await store.increment('tries', { ttl: 2 }), 1);
    });

    rule('increment adds no ttl to a counter without one, and keeps an existing ttl', async (store, pass) => {
      await store.increment('stays');
      await store.increment('stays', { ttl: 1 });
      await store.set('ends', 1, { ttl: 1 });
      await store.increment('ends');
      await pass(1);
      assert.equal(await store.get('stays'), 2);
      assert.equal(await store.get('ends'), undefined);
    });

    rule('decrement takes 1 back, and removes the counter at 0', async (store, pass) => {
      for (let count = 0; count < 3; count++) await store.increment('tries', { ttl: 2 });
      assert.equal(await store.decrement('tries'), 2);
      assert.equal(await store.get('tries'), 2);
      await store.increment('once', { ttl: 100 });
      assert.equal(await store.decrement('once'), 0);
      assert.equal(await store.ttl('once'), undefined);
      await pass(2);
      assert.equal(await store.get('tries'), undefined, 'the ttl stays');
    });

    rule('decrement changes nothing if there is no counter, and no counter becomes negative', async (store, pass) => {
      assert.equal(await store.decrement('none'), 0);
      assert.equal(await store.get('none'), undefined);
      await store.increment('ends', { ttl: 1 });
      await pass(1);
      assert.equal(await store.decrement('ends'), 0);
      assert.equal(await store.increment('ends'), 1);
      await store.set('negative', -3);
      assert.equal(await store.decrement('negative'), 0);
      assert.equal(await store.get('negative'), undefined);
    });

    rule('of many concurrent increments and decrements, none gets lost', async (store) => {
      const calls = Array.from({ length: 40 }, (_, i) =>
        i % 4 === 3 ? store.decrement('tries') : store.increment('tries'),
      );
      await Promise.all(calls);
      assert.equal(await store.get('tries'), 20);
    });

    rule('decrement rejects values that are not integers, and changes nothing', async (store) => {
      for (const value of ['text', '5', 1.5, null, [1], { n: 1 }]) {
        await store.set('key', value);
        await assert.rejects(store.decrement('key'), /is not an integer/);
        assert.deepEqual(await store.get('key'), value);
      }
    });

    rule('increment rejects values that are not integers, and changes nothing', async (store) => {
      for (const value of ['text', '5', 1.5, null, [1], { n: 1 }]) {
        await store.set('key', value);
        await assert.rejects(store.increment('key'), /is not an integer/);
        assert.deepEqual(await store.get('key'), value);
      }
      for (const by of [0.5, Number.NaN, Number.POSITIVE_INFINITY]) {
        await assert.rejects(store.increment('counter', { by }), /pass an integer/);
      }
      assert.equal(await store.get('counter'), undefined);
    });
  });
}
