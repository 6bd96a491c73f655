import assert from 'node:assert/strict';
import { test } from 'node:test';
import { start } from 'trellis/testing';
import { LibraryModule } from './library.ts';

test('a book that was given back can be lent again', async (t) => {
  const library = await start(LibraryModule);
  t.after(() => library.stop());
  await library.post('/loans/moby-dick');

  const returned = await library.delete('/loans/moby-dick');

  assert.equal(returned.status, 204);
  assert.equal((await library.post('/loans/moby-dick')).status, 201);
});
