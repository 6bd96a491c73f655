import assert from 'node:assert/strict';
import { test } from 'node:test';
import { start } from 'trellis/testing';
import { LibraryModule } from './library.ts';

const cases = [
  ['moby-dick', 201],
  ['Moby-Dick', 400],
  ['moby_dick', 400],
  ['a'.repeat(40), 201],
  ['a'.repeat(41), 400],
] as const;

for (const [book, expected] of cases) {
  test(`POST /loans/${book} is ${expected}`, async (t) => {
    const library = await start(LibraryModule);
    t.after(() => library.stop());
    assert.equal((await library.post(`/loans/${book}`)).status, expected);
  });
}
