import assert from 'node:assert/strict';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { skipSlow } from '../../../framework/fixtures/slow.ts';
import { allChapters } from '../../workshop/chapters.ts';
import { findChapter } from '../../workshop/find-chapter.ts';
import { copyOfChapter01, testFolder } from '../../workshop/test-folder.fixture.ts';
import { refactorChapter } from './chapter.ts';
import { printAcceptances } from './table.ts';

const slow = { skip: skipSlow('starts many programs', import.meta.filename) };

/** A check that nobody should write: it looks for our own way to write it. */
const checkOfTheSource = `
step(1, (check) =>
  check('the source is as ours', async (app) => {
    const { readFile } = await import('node:fs/promises');
    const source = await readFile(app.src + '/hello.controller.ts', 'utf8');
    if (!source.includes("from 'trellis'")) throw new Error('No single quotes.');
  }),
);
`;

test('a refused refactoring is named, with its place, the check and the message', slow, async () => {
  const folder = testFolder();
  try {
    const chapter = copyOfChapter01(folder.path);
    appendFileSync(join(chapter.folder, 'check.test.ts'), checkOfTheSource);
    const acceptance = await refactorChapter(chapter);
    const [refusal] = acceptance.refusals;
    assert.equal(refusal?.refactoring, 'other quotes');
    assert.match(refusal.places.join(), /^hello\.controller\.ts:\d+/);
    const lines: string[] = [];
    printAcceptances([acceptance], (line) => lines.push(line));
    const printed = lines.join('\n');
    assert.match(printed, /refuses "other quotes" in .*\n {2}✗ the source is as ours\n {4}No single quotes\./);
    assert.match(printed, /\| 01-hello-route \| \d+ \| \d+ \| 1 \|/);
  } finally {
    folder.remove();
  }
});

/** It has SQL, groups, a middleware and injected services, and takes less time than the later ones. */
test('chapter 10 accepts every refactoring', slow, async () => {
  const { applied, refusals } = await refactorChapter(findChapter('10', allChapters()));
  assert.ok(applied > 12, `only ${applied} refactorings have a place`);
  assert.deepEqual(refusals, []);
});
