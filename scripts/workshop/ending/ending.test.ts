import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { stripVTControlCharacters as plain } from 'node:util';
import type { Chapter } from '../chapters.ts';
import { hashOf, keyOf } from '../progress.ts';
import { announceSite } from '../site-address.ts';
import { type Files, readFiles, solutionOf, starterOf, writeFiles } from '../starters.ts';
import { writeState } from '../state-file.ts';
import { copyOfChapter, testFolder } from '../test-folder.fixture.ts';
import { Workshop } from '../workshop.ts';
import type { TraceEvent } from '../xray/trace-event.ts';
import { measuredBench } from './bench.ts';
import { endingOf, scopeOf } from './ending.ts';
import { endingLines } from './ending-lines.ts';
import { keptRecording, mostTelling, recordingOf } from './recording.ts';
import { writtenIn } from './written.ts';

const now = Date.UTC(2026, 10, 19);
const file = 'hello.controller.ts';

describe('an ending', () => {
  let folder: ReturnType<typeof testFolder>;
  let chapter: Chapter;
  beforeEach(() => {
    folder = testFolder();
    chapter = copyOfChapter('01-hello-route', folder.path);
    writeFiles(chapter.src, starterOf(chapter));
  });
  afterEach(() => folder.remove());

  const workshop = () => new Workshop(folder.path);
  const edited = (files: Files, find: string, replace: string) => {
    assert.ok(files.get(file)!.includes(find), find);
    return new Map(files).set(file, files.get(file)!.replace(find, replace));
  };

  /** As after `npm test`. */
  function finish(each: Chapter, files: Files, star = false): void {
    writeFiles(each.src, files);
    const numbers = each.steps.map(({ number }) => number);
    const hash = hashOf(readFiles(each.src));
    const steps = Object.fromEntries(numbers.map((number) => [number, true]));
    const variation = { since: 1, first: 'x', hints: 0, star: hash };
    const entry = { steps, hash, hints: {}, passed: numbers, ...(star && { variation }) };
    writeState(join(folder.path, '.workshop', 'progress.json'), { [keyOf(each)]: entry });
  }
  const ending = (id = '01') => {
    const all = workshop();
    return endingOf(all, folder.path, scopeOf(all, folder.path, id)!, now);
  };

  it('counts the lines that the learner has written, and none of ours', () => {
    assert.deepEqual(writtenIn(chapter, workshop().chapters), { lines: 0, files: 0, created: 0 });
    const files = starterOf(chapter).set('own.ts', '// A note.\n\nexport const own = [\n  1,\n];\n');
    writeFiles(chapter.src, files.set('main.ts', `${files.get('main.ts')}\n// The end.\n`));
    assert.deepEqual(writtenIn(chapter, workshop().chapters), { lines: 4, files: 2, created: 1 });
    // A line that one of our files has, too, doesn't make that file theirs.
    const [line] = files.get(file)!.split('\n');
    writeFiles(chapter.src, starterOf(chapter).set('own.ts', `${line}\n`));
    assert.deepEqual(writtenIn(chapter, workshop().chapters), { lines: 1, files: 1, created: 1 });
    // A file of ours under another name is still ours.
    const moved = new Map([...starterOf(chapter)].map(([name, text]) => [name.replace(file, 'moved.ts'), text]));
    writeFiles(chapter.src, moved);
    assert.deepEqual(writtenIn(chapter, workshop().chapters), { lines: 0, files: 0, created: 0 });
  });

  it('counts what was carried on where it was written', () => {
    const next = copyOfChapter('02-paths', folder.path);
    const own = (each: Chapter) =>
      writeFiles(each.src, starterOf(each).set('own.ts', 'export const carried = true;\n'));
    own(chapter);
    own(next);
    const { chapters } = workshop();
    assert.equal(writtenIn(chapter, chapters).lines, 1);
    assert.deepEqual(writtenIn(next, chapters), { lines: 0, files: 0, created: 0 });
  });

  it('is there only for what is done, with its star', async () => {
    assert.equal(await ending(), undefined);
    finish(chapter, solutionOf(chapter), true);
    const { scope, stars, learned, chapters, written } = (await ending())!;
    assert.deepEqual([scope.id, scope.title, stars], ['01-hello-route', 'Routes and handlers', 1]);
    assert.ok(learned.length > 2 && learned.every((line) => !line.startsWith('-')));
    assert.ok(written.lines > 10);
    assert.equal(chapters.length, 1);
  });

  it('has the architecture and a request of the learner’s own program, recorded once for the same code', async () => {
    const own = edited(solutionOf(chapter), 'class HelloController', 'class MyController');
    finish(
      chapter,
      new Map([...own].map(([name, text]) => [name, text.replaceAll('HelloController', 'MyController')])),
    );
    const { program } = (await ending())!;
    assert.deepEqual(
      program!.description.parts.map(({ name }) => name).filter((name) => name !== 'Log'),
      ['MyController'],
    );
    assert.match(program!.trace!.resolution!.handler, /^MyController\./);
    assert.equal(program!.isOwn, false);
    assert.deepEqual(keptRecording(folder.path, chapter)?.trace?.path, program!.trace!.path);
    writeFiles(chapter.src, solutionOf(chapter));
    assert.equal(keptRecording(folder.path, chapter), undefined, 'other code, other program');
  });

  it('goes without a program that can’t run, and without what was never measured', async () => {
    finish(chapter, new Map([['main.ts', "throw new Error('no');\n"]]));
    assert.equal(await recordingOf(folder.path, chapter), undefined);
    const { program, bench } = (await ending())!;
    assert.deepEqual([program, bench], [undefined, undefined]);
    assert.deepEqual(measuredBench(folder.path), []);
    mkdirSync(join(folder.path, '.workshop'), { recursive: true });
    writeFileSync(
      join(folder.path, '.workshop', 'bench.json'),
      '{"shares": {"hello": 0.93, "param": "fast", "deep": -1}}',
    );
    assert.deepEqual(measuredBench(folder.path), [{ work: 'hello', share: 0.93 }]);
  });

  it('chooses the successful request that passes through the most', () => {
    const trace = (path: string, status: number, steps: number) =>
      ({ path, status, resolution: { path }, steps: Array.from({ length: steps }) }) as unknown as TraceEvent;
    const traces = [trace('/a', 200, 2), trace('/b', 201, 4), trace('/c', 500, 9), trace('/d', 200, 1)];
    assert.equal(mostTelling(traces)?.path, '/b');
    assert.equal(mostTelling([trace('/c', 500, 9)]), undefined);
  });

  it('is found by a number, a name, a part, or the word for everything', () => {
    writeFileSync(
      join(folder.path, 'README.md'),
      '### Part I: The blog\n\n| a | b | c |\n|---|---|---|\n| [01](chapters/01-hello-route/README.md) | x | routes |\n',
    );
    const found = (words: string) => scopeOf(workshop(), folder.path, words)?.id;
    assert.deepEqual(['1', '01', '01-hello-route'].map(found), Array(3).fill('01-hello-route'));
    assert.deepEqual(['part 1', 'part-1', 'Part 1'].map(found), Array(3).fill('part-1'));
    assert.equal(found('workshop'), 'workshop');
    assert.deepEqual(['99', 'part 2', 'part', '../..', ''].map(found), Array(5).fill(undefined));
  });

  it('is announced after the last tick, with its page if the site runs', () => {
    writeFileSync(
      join(folder.path, 'README.md'),
      '### Part I: The blog\n\n| a | b | c |\n|---|---|---|\n| [01](chapters/01-hello-route/README.md) | x | routes |\n',
    );
    finish(chapter, solutionOf(chapter));
    const said = () => plain(endingLines(workshop(), folder.path, chapter).join('\n'));
    assert.match(
      said(),
      /^\d+ lines of yours in 1 file\. To keep what you built: npm run keep 01\nPart I: The blog is done: npm run keep part 1\nSo is the workshop: npm run keep workshop$/,
    );
    announceSite(join(folder.path, '.workshop'), 'http://localhost:4000');
    assert.match(said(), /To keep what you built: http:\/\/localhost:4000\/ending\/01-hello-route\/\n/);
    for (const line of said().split('\n')) assert.ok(line.length <= 80 || line.includes('http'), line);
  });
});
