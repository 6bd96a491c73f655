import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Clock, provide } from 'trellis';
import { ManualClock, start } from 'trellis/testing';
import { LibraryModule } from './library.ts';

const day = 24 * 60 * 60 * 1000;

test('a loan ends after 14 days, and not before', async (t) => {
  const clock = new ManualClock();
  const library = await start(LibraryModule, { overrides: [provide(Clock, { value: clock })] });
  t.after(() => library.stop());
  await library.post('/loans/moby-dick');

  clock.advance(14 * day - 1000);
  assert.equal((await library.post('/loans/moby-dick')).status, 409);

  clock.advance(2000);
  assert.equal((await library.post('/loans/moby-dick')).status, 201);
});
