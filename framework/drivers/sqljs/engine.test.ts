import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sqljsEngine } from './engine.ts';

test('the engine is loaded once, and the global TextDecoder stays unchanged', async () => {
  const before = globalThis.TextDecoder;
  const engine = await sqljsEngine();
  assert.equal(await sqljsEngine(), engine);
  assert.equal(globalThis.TextDecoder, before);
  assert.equal(new TextDecoder().decode(Buffer.from('\uFEFFtext')), 'text');
});
