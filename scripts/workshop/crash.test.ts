import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { stripVTControlCharacters as plain } from 'node:util';
import { reportOf } from '../commands/learn/report.ts';
import type { Chapter } from './chapters.ts';
import { solutionAt, solutionOf, writeFiles } from './starters.ts';
import { stepsView } from './steps-view.ts';
import { copyOfChapter, testFolder } from './test-folder.fixture.ts';
import { Workshop } from './workshop.ts';

/** A learner in chapter 05, whose program stops to start. */
describe('a program that does not start', () => {
  let folder: ReturnType<typeof testFolder>;
  let chapter: Chapter;
  beforeEach(() => {
    folder = testFolder();
    chapter = copyOfChapter('05-injection', folder.path);
  });
  afterEach(() => folder.remove());

  const edit = (file: string, old: string, next: string) => {
    const path = join(chapter.src, file);
    const text = readFileSync(path, 'utf8');
    assert.ok(text.includes(old), `${file} has no ${old}`);
    writeFileSync(path, text.replace(old, next));
  };
  const check = async () => {
    const workshop = new Workshop(folder.path);
    return plain(stepsView(chapter, await workshop.check(chapter), undefined));
  };
  const marks = (view: string) =>
    [...view.matchAll(/^ {2}([✓✗·]) Step \d: .*?(?: {2}(.+))?$/gm)].map(([, mark, note]) => note ?? mark);
  const before = "passed before; can't run now";

  it('is blamed on the step that the learner is working on, and the others keep what they had', async () => {
    writeFiles(chapter.src, solutionAt(chapter, 4));
    assert.deepEqual(marks(await check()), ['✓', '✓', '✓', '✓', '✗']);
    writeFiles(chapter.src, solutionOf(chapter));
    edit('admin/admin.module.ts', 'export const', 'const');
    const view = await check();
    assert.deepEqual(marks(view), [before, before, before, before, '✗']);
    assert.match(
      view,
      /✗ Step 5: .*\n\n {4}SyntaxError: The requested module '.\/admin\/admin.module.ts' does not provide an export named 'AdminModule'\n\n {6}\S+src\/app\.module\.ts:2:10\n\n/,
    );
    assert.match(view, /Read: step 5 in .*\n+The program doesn't start\. 4 of 5 steps passed before\./);
    // A second look must not forget them either.
    assert.deepEqual(marks(await check()), [before, before, before, before, '✗']);
    const report = await reportOf(new Workshop(folder.path), 0);
    const { passing, passed, obstacle } = report.chapters[0]!;
    assert.deepEqual({ passing, passed, obstacle }, { passing: [], passed: [1, 2, 3, 4], obstacle: 'does not start' });
    assert.equal(new Workshop(folder.path).standings()[0]?.done, 4);
  });

  it('is blamed on a later step whose code the error is about, if nothing has been checked before', async () => {
    writeFiles(chapter.src, solutionOf(chapter));
    edit('admin/admin.controller.ts', 'this.drafts }', 'this.draft }');
    const view = await check();
    assert.deepEqual(marks(view), ['not run', 'not run', 'not run', 'not run', '✗']);
    assert.match(view, /\n {4}TypeError: AdminController → GET \/admin\/drafts: the handler is undefined\./);
    assert.match(view, /admin\.controller\.ts:\d+:\d+\n[\s\S]*> +\d+ │ export class AdminController/);
  });

  it('after every step has passed, is a change since then', async () => {
    writeFiles(chapter.src, solutionOf(chapter));
    assert.match(await check(), /All steps done/);
    edit('main.ts', 'await', 'awai t');
    const view = await check();
    assert.deepEqual(marks(view), [before, before, before, before, '✗']);
    assert.match(view, /\n {4}Syntax error: .*\n\n {6}\S+main\.ts:\d+:\d+\n/);
    assert.match(view, /\nEvery step passed before: a change since then keeps the program from starting\./);
  });

  it('is not a program with type errors: its steps keep their ticks, but the chapter is not done', async () => {
    writeFiles(chapter.src, solutionOf(chapter));
    edit('posts/posts.controller.ts', 'type Context, ', '');
    const view = await check();
    assert.deepEqual(marks(view), ['✓', '✓', '✓', '✓', '✓']);
    assert.match(
      view,
      /\nThe compiler reports type errors:\n {2}\S+posts\.controller\.ts:\d+:\d+ Cannot find name 'Context'\.\n/,
    );
    assert.match(view, /\n5 of 5 steps done, but the code has type errors\./);
    const workshop = new Workshop(folder.path);
    assert.equal(workshop.standings()[0]?.obstacle, 'does not compile');
    assert.equal(workshop.current().number, '05');
  });
});
