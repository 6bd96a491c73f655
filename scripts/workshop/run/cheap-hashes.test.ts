import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { compareSync, getRounds, hashSync } from './cheap-bcrypt.mjs';
import { withCheapHashes } from './cheap-hashes.mjs';

test('a cheap hash names the cost that was asked for, and only its own password matches it', () => {
  const hash = hashSync('leeks and potatoes', 14);
  assert.match(hash, /^\$2b\$14\$[./A-Za-z0-9]{53}$/);
  assert.equal(getRounds(hash), 14);
  assert.ok(compareSync('leeks and potatoes', hash));
  assert.ok(!compareSync('leeks and tomatoes', hash));
  assert.notEqual(hashSync('leeks and potatoes', 14), hash);
});

test('what isn’t a hash matches nothing', () => {
  for (const hash of ['', 'leeks', `$2b$10$${'.'.repeat(53)}`]) assert.ok(!compareSync('leeks', hash), hash);
});

test('the worker of every chapter that has one computes cheap hashes', async (t) => {
  for (const chapter of ['08-register', '12-full-auth', '22-processes']) {
    const file = new URL(`../../../solutions/${chapter}/src/auth/bcrypt-worker.mjs`, import.meta.url);
    const worker = new Worker(withCheapHashes(file)!, { execArgv: [] });
    t.after(() => worker.terminate());
    // At the real cost, it would take a day.
    worker.postMessage({ name: 'hash', args: ['leeks', 30] });
    const [{ value }] = await once(worker, 'message');
    assert.match(value, /^\$2b\$30\$/, chapter);
    worker.postMessage({ name: 'compare', args: ['leeks', value, 30] });
    assert.deepEqual(await once(worker, 'message'), [{ value: true }], chapter);
  }
});

test('other workers stay as they are', () => {
  assert.equal(withCheapHashes(pathToFileURL(import.meta.filename)), undefined);
  assert.equal(withCheapHashes('data:text/javascript,'), undefined);
});
