import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { skipSlow } from '../../framework/fixtures/slow.ts';
import { allChapters, root } from './chapters.ts';
import { solutionAt, solutionOf, writeFiles } from './starters.ts';
import { typeErrors } from './type-errors.ts';

/** A repository with four chapters. Each of them adds one file. */
function repository(t: TestContext, files: Record<string, string> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'trellis-starters-'));
  t.after(() => rmSync(folder, { recursive: true }));
  for (const name of ['01-one', '02-two', '03-three', '04-four']) {
    files[`chapters/${name}/README.md`] = `# ${name}\n`;
    files[`solutions/${name}/source/${name}.ts`] = 'export {};\n';
  }
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

const filesOf = (folder: string) => allChapters(folder).map((chapter) => [...solutionOf(chapter).keys()].join(' '));

test('a chapter builds on the one before', (t) => {
  assert.deepEqual(filesOf(repository(t)), [
    '01-one.ts',
    '01-one.ts 02-two.ts',
    '01-one.ts 02-two.ts 03-three.ts',
    '01-one.ts 02-two.ts 03-three.ts 04-four.ts',
  ]);
});

test('builds-on.txt names the chapters that a chapter builds on instead', (t) => {
  const folder = repository(t, {
    'solutions/03-three/builds-on.txt': '',
    'solutions/04-four/builds-on.txt': '01-one\n03-three\n',
  });
  assert.deepEqual(filesOf(folder).slice(2), ['03-three.ts', '01-one.ts 03-three.ts 04-four.ts']);
});

test('builds-on.txt names earlier chapters only', (t) => {
  for (const name of ['03-three', '04-four', '02-tow']) {
    const folder = repository(t, { 'solutions/03-three/builds-on.txt': `${name}\n` });
    assert.throws(() => allChapters(folder), new RegExp(`builds-on\\.txt: ${name} is not an earlier chapter\\.$`));
  }
});

test('every starter compiles, and so does the code after each step', {
  skip: skipSlow('compiles every version', import.meta.filename),
}, async (t) => {
  mkdirSync(join(root, '.workshop'), { recursive: true });
  // As deep as chapters/NN/src: chapter 28 imports the framework by its path.
  const folder = mkdtempSync(join(root, '.workshop', 'versions-'));
  t.after(() => rmSync(folder, { recursive: true }));
  for (const chapter of allChapters())
    for (const step of [0, ...chapter.steps.map(({ number }) => number)])
      writeFiles(join(folder, `${chapter.slug}-${step}`), solutionAt(chapter, step));
  assert.deepEqual(await typeErrors(folder), []);
});
