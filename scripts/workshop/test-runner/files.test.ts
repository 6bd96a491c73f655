import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { areaOf, findTestFiles } from './files.ts';

test('finds every *.test.ts of framework, scripts and solutions, at any depth, sorted', (t) => {
  const root = tree(t, ['solutions/01-hello/src/a.test.ts', 'framework/routing/router.test.ts', 'scripts/b.test.ts']);
  assert.deepEqual(findTestFiles(root), [
    'framework/routing/router.test.ts',
    'scripts/b.test.ts',
    'solutions/01-hello/src/a.test.ts',
  ]);
});

test('leaves out chapters, installed packages, fixtures, the benchmark, hidden folders and other files', (t) => {
  const root = tree(t, [
    'chapters/01-hello/check.test.ts',
    'framework/node_modules/zod/zod.test.ts',
    'solutions/15-testing/source/blog.test.ts',
    'solutions/15-testing/src/tests/blog.test.ts',
    'scripts/workshop/fixtures/broken.test.ts',
    'scripts/bench/bench.test.ts',
    'framework/.cache/old.test.ts',
    'framework/router.ts',
    'framework/router.test.mjs',
    'top.test.ts',
  ]);
  assert.deepEqual(findTestFiles(root), []);
});

test('an area that does not exist has no tests', (t) => {
  assert.deepEqual(findTestFiles(tree(t, ['framework/a.test.ts'])), ['framework/a.test.ts']);
});

test('the area of a file is its first folder', () => {
  assert.equal(areaOf('framework/routing/router.test.ts'), 'framework');
});

function tree(t: TestContext, files: string[]): string {
  const root = mkdtempSync(join(tmpdir(), 'test-files-'));
  t.after(() => rmSync(root, { recursive: true }));
  for (const file of files) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), '');
  }
  return root;
}
