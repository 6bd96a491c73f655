import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { skipByTurns } from '../../../framework/fixtures/slow.ts';
import { reportOf } from '../../commands/learn/report.ts';
import { designsOf } from '../../verify/designs.ts';
import { boardOf } from '../board.ts';
import type { Chapter } from '../chapters.ts';
import { hintFor } from '../hint-view.ts';
import { Progress } from '../progress.ts';
import { solutionOf, writeFiles } from '../starters.ts';
import { Terminal } from '../terminal.ts';
import { testChapter } from '../test-chapter.ts';
import { copyOfChapter01, testFolder } from '../test-folder.fixture.ts';
import { Workshop } from '../workshop.ts';
import { isOfVariation } from './routes.ts';

/** Prints into an array. */
class Printed extends Terminal {
  readonly lines: string[] = [];

  override print(text: string): void {
    this.lines.push(stripVTControlCharacters(text));
  }

  get text(): string {
    return this.lines.join('\n');
  }
}

describe('the variation at the end of a chapter', { skip: skipByTurns(import.meta.filename) }, () => {
  let folder: ReturnType<typeof testFolder>;
  let chapter: Chapter;
  const minute = 60_000;

  beforeEach(() => {
    folder = testFolder();
    chapter = copyOfChapter01(folder.path);
  });
  afterEach(() => folder.remove());

  async function npmTest(): Promise<{ isDone: boolean; text: string }> {
    const printed = new Printed();
    const isDone = await testChapter(new Workshop(folder.path), printed, chapter);
    return { isDone, text: printed.text };
  }

  const progress = () => new Progress(join(folder.path, '.workshop'));

  it('is an invitation first, then shows what is wrong, and is never a reason for the chapter to fail', async () => {
    writeFiles(chapter.src, solutionOf(chapter));
    const first = await npmTest();
    assert.equal(first.isDone, true);
    assert.match(first.text, /All steps done[\s\S]*☆ On your own: Undo\n {4}For a star, without instructions/);
    assert.doesNotMatch(first.text, /Likely cause/, 'nobody has begun yet');

    const files = new Map(designsOf(chapter).find(({ name }) => name === 'numbers-before')!.files);
    const name = 'hello.controller.ts';
    files.set(name, files.get(name)!.replace('this.#before.pop() ?? 0', '0'));
    writeFiles(chapter.src, files);
    const second = await npmTest();
    assert.equal(second.isDone, true);
    assert.match(second.text, /☆ On your own: Undo {2}\d of 7 rules/);
    assert.match(second.text, /The response body is different[\s\S]*npm run hint 01 star/);
    assert.match(boardOf(new Workshop(folder.path).standings()), /4 of 4.*☆/);
  });

  it('gives its star to the code that keeps its rules, and to no other', async () => {
    writeFiles(chapter.src, designsOf(chapter)[0]!.files);
    assert.match((await npmTest()).text, /★ On your own: Undo/);
    const workshop = () => new Workshop(folder.path);
    assert.match(boardOf(workshop().standings()), /4 of 4.*★/);
    assert.equal((await reportOf(workshop(), 0)).chapters[0]!.hasStar, true);

    writeFiles(chapter.src, solutionOf(chapter));
    await workshop().refresh();
    assert.match(boardOf(workshop().standings()), /4 of 4.*☆/);
    assert.equal(workshop().standings()[0]!.isDone, true);
  });

  it('is not examined as long as a step fails', async () => {
    const { isDone, text } = await npmTest();
    assert.equal(isDone, false);
    assert.doesNotMatch(text, /On your own/);
    assert.equal(progress().of(chapter).variation, undefined);
  });

  it('has hints after an hour, or on request', async () => {
    writeFiles(chapter.src, solutionOf(chapter));
    const hint = async (isWanted = false) =>
      stripVTControlCharacters(await hintFor(new Workshop(folder.path), chapter, 80, isWanted));
    assert.match(await hint(), /Its hints come in 60 minutes[\s\S]*npm run hint 01 star/);
    assert.match(await hint(true), /On your own: Undo\n\nA question\n[\s\S]*Hint 1 of 3/);
    assert.match(await hint(true), /Hint 2 of 3/);
    assert.match(await hint(), /That was the last hint/);
    assert.equal(progress().of(chapter).variation?.hints, 3);
  });

  it('offers its hints by itself when the hour is over', async () => {
    writeFiles(chapter.src, solutionOf(chapter));
    progress().judge(chapter, false, Date.now() - 61 * minute);
    assert.match(await hintFor(new Workshop(folder.path), chapter, 80), /Hint 1 of 3/);
  });

  it('gives no hint for the variation as long as a step fails', async () => {
    assert.match(await hintFor(new Workshop(folder.path), chapter, 80, true), /Step 1: /);
  });

  it('reads a progress file from before there were variations, and one that is damaged', () => {
    const file = join(folder.path, '.workshop', 'progress.json');
    progress().welcome(chapter, [1], {});
    const old = { steps: { 1: true }, hash: 'x', hints: { 1: 2 }, passed: [1, 2], before: [] };
    writeFileSync(file, JSON.stringify({ 'hello-route': old }));
    assert.deepEqual(progress().of(chapter), old);
    assert.equal(progress().hasStar(chapter), false);
    writeFileSync(
      file,
      JSON.stringify({ 'hello-route': { ...old, variation: { star: 5, hints: 'many', since: {} } } }),
    );
    assert.deepEqual(progress().of(chapter).variation, { since: 0, first: '', hints: 0 });
  });

  it('keeps its hints and its hour over a reset, and gives the star back with the code', () => {
    progress().welcome(chapter, [1], {}, 2, 1_000);
    progress().forget(chapter);
    assert.deepEqual(progress().of(chapter).variation, { since: 1_000, first: '', hints: 2 });
  });

  it('may add its own routes to this chapter and to later ones, under any parameter names', async () => {
    assert.equal(await isOfVariation('/posts/:post/comments'), true);
    assert.equal(await isOfVariation('/posts/:id/comments/*'), true);
    assert.equal(await isOfVariation('/posts/:id/debug'), false);
  });
});
