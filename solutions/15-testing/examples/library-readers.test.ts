import assert from 'node:assert/strict';
import { test } from 'node:test';
import { start } from 'trellis/testing';
import { LibraryModule } from './library.ts';

test('of ten readers who want the same book at the same time, one gets it', async (t) => {
  const library = await start(LibraryModule);
  t.after(() => library.stop());

  const responses = await Promise.all(Array.from({ length: 10 }, () => library.post('/loans/moby-dick')));

  const lent = responses.filter(({ status }) => status === 201);
  const refused = responses.filter(({ status }) => status === 409);
  assert.deepEqual([lent.length, refused.length], [1, 9]);
});
