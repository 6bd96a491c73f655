import assert from 'node:assert/strict';
import { test } from 'node:test';
import { start } from 'trellis/testing';
import { LibraryModule } from './library.ts';

test('the response to a loan has a book and a date, and nothing else', async (t) => {
  const library = await start(LibraryModule);
  t.after(() => library.stop());

  const { body } = await library.post('/loans/moby-dick');

  assert.deepEqual(Object.keys(body).sort(), ['book', 'until']);
});
