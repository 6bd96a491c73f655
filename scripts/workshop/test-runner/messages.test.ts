import assert from 'node:assert/strict';
import test from 'node:test';
import { outputMark, splitOutput } from './messages.ts';

test('what a process prints is told apart by file', () => {
  const text = `from the start${outputMark(0)}first\nsecond${outputMark(1)}${outputMark(2)}third\n`;
  assert.deepEqual(splitOutput(text), [
    [0, 'first\nsecond'],
    [1, ''],
    [2, 'third\n'],
  ]);
});

test('a process that printed nothing has no output', () => {
  assert.deepEqual(splitOutput(''), []);
});
