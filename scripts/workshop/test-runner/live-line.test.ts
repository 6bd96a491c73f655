import assert from 'node:assert/strict';
import test from 'node:test';
import { LiveLine } from './live-line.ts';

/** A terminal of 12 columns, or a pipe, that keeps what is written. */
function stream(isTTY: boolean) {
  const written: string[] = [];
  const write = (text: string) => written.push(text);
  return { written, line: new LiveLine({ isTTY, columns: 12, write } as unknown as NodeJS.WriteStream) };
}

test('a terminal shows one line, never wider than itself, and nothing of it remains', () => {
  const { written, line } = stream(true);
  line.show('1 passed, 0 failed');
  line.show('2 passed, 0 failed');
  line.clear();
  assert.deepEqual(written, ['\r\x1b[K1 passed, 0', '\r\x1b[K'], 'the second came within a tenth of a second');
});

test('a pipe sees nothing of it', () => {
  const { written, line } = stream(false);
  line.show('1 passed, 0 failed');
  line.clear();
  assert.deepEqual(written, []);
});
