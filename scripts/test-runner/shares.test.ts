import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { readTimes, shareOut, writeTimes } from './shares.ts';

test('every file is in exactly one share', () => {
  const files = Array.from({ length: 25 }, (_, i) => `framework/${i}.test.ts`);
  const shares = shareOut(files, { 'framework/3.test.ts': 9 }, 4);
  assert.equal(shares.length, 4);
  assert.deepEqual(shares.flat().sort(), [...files].sort());
});

test('slow files of the last run are spread evenly', () => {
  const shares = shareOut(['a', 'b', 'c', 'd', 'e'], { a: 1, b: 5, c: 1, d: 6, e: 1 }, 2);
  assert.deepEqual(shares, [
    ['d', 'c'],
    ['b', 'a', 'e'],
  ]);
});

test('a file that never ran counts as an average one', () => {
  assert.deepEqual(shareOut(['slow', 'new', 'quick'], { slow: 10, quick: 2 }, 2), [['slow'], ['new', 'quick']]);
});

test('before the first run, the checks of all chapters count as the longest file', () => {
  const files = ['a', 'b', 'solutions/chapters.test.ts'];
  assert.deepEqual(shareOut(files, {}, 2), [['solutions/chapters.test.ts'], ['a', 'b']]);
});

test('there are no more shares than files', () => {
  assert.deepEqual(shareOut(['a'], {}, 4), [['a']]);
  assert.deepEqual(shareOut([], {}, 4), []);
});

test('times are read back as they were written', (t) => {
  const root = folder(t);
  writeTimes(root, { a: 0.25, b: 3 });
  assert.deepEqual(readTimes(root), { a: 0.25, b: 3 });
});

for (const damaged of ['', '{', '[]', 'null', '{ "a": "long", "b": -1, "c": null }']) {
  test(`a times file that holds ${damaged || 'nothing'} is as good as none`, (t) => {
    const root = folder(t);
    mkdirSync(join(root, '.workshop'));
    writeFileSync(join(root, '.workshop', 'test-times.json'), damaged);
    assert.deepEqual(readTimes(root), {});
  });
}

test('a times file that cannot be written does not stop the run', (t) => {
  const root = folder(t);
  writeFileSync(join(root, '.workshop'), 'a file where the folder should be');
  writeTimes(root, { a: 1 });
  assert.deepEqual(readTimes(root), {});
});

function folder(t: TestContext): string {
  const root = mkdtempSync(join(tmpdir(), 'test-times-'));
  t.after(() => rmSync(root, { recursive: true }));
  return root;
}
