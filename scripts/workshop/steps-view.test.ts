import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { stripVTControlCharacters as plain } from 'node:util';
import { boardOf } from './board.ts';
import type { Chapter } from './chapters.ts';
import type { CheckResult } from './check/run.ts';
import type { CheckedChapter } from './checked-chapter.ts';
import { starterOf, writeFiles } from './starters.ts';
import { stepsView } from './steps-view.ts';
import { copyOfChapter01, testFolder } from './test-folder.fixture.ts';

/** What `npm test 01` prints, to the letter. */
describe('the view of the steps', () => {
  const folder = testFolder();
  let chapter: Chapter;
  before(() => {
    chapter = copyOfChapter01(folder.path);
    writeFiles(chapter.src, starterOf(chapter));
  });
  after(() => folder.remove());

  const checked = (results: CheckResult[], rest: Partial<CheckedChapter> = {}): CheckedChapter => ({
    ...{ results, typeErrors: [], current: 1, before: [] },
    ...rest,
  });
  const results = (...failing: string[]): CheckResult[] =>
    [
      [1, 'one'],
      [2, 'two'],
      [3, 'three'],
      [3, 'three more'],
      [4, 'four'],
    ].map(([step, name]) => ({
      step: step as number,
      name: name as string,
      alreadyTrue: false,
      milliseconds: 1,
      failure: failing.includes(name as string)
        ? { problem: 'It failed.', expected: '200', cause: 'a mistake.' }
        : undefined,
    }));

  it('steps that hold, the first failure in full, and the rest', () => {
    assert.equal(
      plain(stepsView(chapter, checked(results('three more', 'four')), undefined)),
      `
Chapter 01: Routes and handlers

  ✓ Step 1: Write a route and its handler
  ✓ Step 2: Return an array from a private field
  ✗ Step 3: Read with GET, change with POST

    three more
    It failed.

      expected  200

      Likely cause: a mistake.
      Read: step 3 in ${readmeOf(chapter)}

  · Step 4: Respond with 204 No Content

2 of 4 steps done. Stuck? npm run hint 01
Our version of step 2, and why: npm run explain 01 2
`,
    );
  });

  it('what could not be checked is neither done nor failed, and says why', () => {
    const [one, ...others] = results();
    const view = plain(
      stepsView(chapter, checked([{ ...one!, skipped: 'This needs PostgreSQL.' }, ...others]), undefined),
    );
    assert.match(view, /\n {2}· Step 1: Write a route and its handler {2}1 not checked\n/);
    assert.match(view, /\n! This needs PostgreSQL\.\n\n3 of 4 steps done\./);
    const board = plain(boardOf([{ chapter, done: 3, total: 4, isDone: false, isPartial: true }]));
    assert.match(board, /3 of 4\n {7}not all checked: npm test 01 says why/);
  });

  it('a failure with a request that can be sent again names the command for it', () => {
    const request = { method: 'GET', path: '/', headers: {} };
    const exchange = { request, sender: ['one'], status: 404, headers: new Headers(), content: '' };
    const [one, ...others] = results('one');
    const view = plain(stepsView(chapter, checked([{ ...one!, exchange }, ...others]), undefined));
    assert.match(
      view,
      /\n3 of 4 steps done\. Stuck\? npm run hint 01\nThat request in your code and in the solution, side by side: npm run replay 01\nOur version of step 4, and why: npm run explain 01 4\n$/,
    );
  });

  it('a program that does not start: what passed before, what did not run, and no tick', () => {
    const failure = { problem: 'PostsModule exports Nothing.', place: 'src/main.ts:1:1\n\n> 1 │ a' };
    const stopped = results().map((each) =>
      each.step === 3 ? { ...each, failure, about: [] } : { ...each, isStopped: true as const },
    );
    assert.equal(
      plain(stepsView(chapter, checked(stopped, { current: 3, before: [1, 2] }), undefined)),
      `
Chapter 01: Routes and handlers

  · Step 1: Write a route and its handler  passed before; can't run now
  · Step 2: Return an array from a private field  passed before; can't run now
  ✗ Step 3: Read with GET, change with POST

    PostsModule exports Nothing.

      src/main.ts:1:1

      > 1 │ a

      Read: step 3 in ${readmeOf(chapter)}

  · Step 4: Respond with 204 No Content  not run

The program doesn't start. 2 of 4 steps passed before. Stuck? npm run hint 01
Our version of step 2, and why: npm run explain 01 2
`,
    );
    const all = checked(stopped, { current: undefined, before: [1, 2, 3, 4] });
    assert.match(
      plain(stepsView(chapter, all, undefined)),
      /\nEvery step passed before: a change since then keeps the program from starting\. Stuck\?/,
    );
    const board = plain(boardOf([{ chapter, done: 2, total: 4, isDone: false, obstacle: 'does not start' }]));
    assert.match(board, /2 of 4\n {7}does not start: npm test 01 says why/);
  });

  it('a step that passed before is not blamed on its own code', () => {
    const view = plain(stepsView(chapter, checked(results('one', 'three'), { current: 3, before: [1, 2] }), undefined));
    assert.match(
      view,
      /\n {2}✗ Step 1: Write a route and its handler {2}passed before: a change since then breaks it\n/,
    );
    assert.match(view, /\n {2}✗ Step 3: Read with GET, change with POST\n/);
  });

  it('type errors are listed, and a chapter that has some is not done', () => {
    const typeErrors = ["chapters/01-hello-route/src/main.ts:1:1 Cannot find name 'Context'."];
    const view = plain(stepsView(chapter, checked(results(), { typeErrors }), undefined));
    assert.match(view, /✓ Step 4[^\n]*\n\nThe compiler reports type errors:\n {2}chapters\/01\S+ Cannot find name/);
    assert.match(view, /\n\n4 of 4 steps done, but the code has type errors\.\n/);
    assert.doesNotMatch(view, /All steps done/);
  });

  it('a finished chapter says what was learned, and what comes next', () => {
    assert.equal(
      plain(stepsView(chapter, checked(results()), { ...chapter, number: '02', slug: '02-paths', title: 'Paths' })),
      `
Chapter 01: Routes and handlers

  ✓ Step 1: Write a route and its handler
  ✓ Step 2: Return an array from a private field
  ✓ Step 3: Read with GET, change with POST
  ✓ Step 4: Respond with 204 No Content

All steps done.
You can now:
  - write a route: an object with a method, a path and a handler
  - return any value from a handler, and let the platform convert it to JSON
  - read with GET, which is safe, and change data with POST or DELETE
  - keep state in a field of the controller, and know when it is lost
  - respond with 204 by returning nothing, and find a forgotten return

Next: npm run chapter 02 (Paths), read chapters/02-paths/README.md
Our version of step 4, and why: npm run explain 01 4
`,
    );
  });
});

function readmeOf(chapter: Chapter): string {
  return `${chapter.folder.slice(chapter.folder.indexOf('.workshop')).replaceAll('\\', '/')}/README.md`;
}
