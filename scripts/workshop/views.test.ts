import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { stripVTControlCharacters as plain } from 'node:util';
import { bannerOf } from './banner.ts';
import { boardOf } from './board.ts';
import type { Chapter } from './chapters.ts';
import type { CheckResult } from './check/run.ts';
import type { CheckedChapter } from './checked-chapter.ts';
import { differenceOf, differenceView } from './difference.ts';
import { diagnosisView, examine } from './doctor.ts';
import { hintsOf } from './hints.ts';
import { resetChapter, restoreChapter } from './reset.ts';
import { starterOf, writeFiles } from './starters.ts';
import { stepsView } from './steps-view.ts';
import { copyOfChapter01, testFolder } from './test-folder.fixture.ts';
import { drawTrace } from './trace-lines.ts';

/** What the commands print, to the letter. */
describe('the views', () => {
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

  it('the banner of a program with routes', () => {
    const routes = [
      { method: 'GET', path: '/posts/:id', handler: 'PostsController.show' },
      { method: 'DELETE', path: '/posts/:id', handler: 'PostsController.delete' },
      { method: 'GET', path: '/files/*', handler: '' },
    ];
    assert.equal(
      plain(bannerOf(chapter, 'http://localhost:3000', routes, ['A note.'])),
      `
Chapter 01: Routes and handlers
Listening on http://localhost:3000

  GET     /posts/:id  PostsController.show
  DELETE  /posts/:id  PostsController.delete
  GET     /files/*

Try:
  curl -i http://localhost:3000/posts/1
  curl -i http://localhost:3000/no/such/path

Then: npm test 01 checks your steps. Ctrl-C stops.
A note.
`,
    );
  });

  it('the board', () => {
    const other = { ...chapter, number: '02', title: 'Paths' };
    const standings = [
      { chapter, done: 4, total: 4, isDone: true },
      { chapter: other, done: 1, total: 5, isDone: false },
    ];
    assert.equal(
      plain(boardOf(standings)),
      `
Your progress

  ✓ 01 Routes and handlers  ████████████  4 of 4
    02 Paths                ██░░░░░░░░░░  1 of 5

Next: npm run chapter 02, then npm test 02
`,
    );
    assert.match(plain(boardOf(standings.slice(0, 1))), /Every chapter is done\./);
  });

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
    assert.match(board, /3 of 4, not all checked: npm test 01 says why/);
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
    assert.match(board, /2 of 4, does not start: npm test 01 says why/);
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

  it('the hints of a step, rung by rung', () => {
    const rungs = hintsOf(chapter).get(4)!;
    assert.deepEqual(
      rungs.map(({ title }) => title),
      ['A question', 'Where to look', 'Nearly the code'],
    );
    assert.equal(rungs[0]?.text, 'What does a function return if it has no `return`?');
  });

  it('the difference to the solution, and none', () => {
    const [difference] = differenceOf(chapter);
    assert.equal(difference?.file, 'hello.controller.ts');
    assert.match(plain(differenceView(difference)), /^src\/hello\.controller\.ts\nLine \d+\n/);
    assert.match(difference.patch, /^-\s+\/\/ Step 1: add the route GET \/hello\.$/m);
    assert.match(difference.patch, /^\+\s+\{ method: 'GET', path: '\/hello', handler: this\.hello \},$/m);
  });

  it('a reset saves the work first, and gives it back', () => {
    const file = join(chapter.src, 'hello.controller.ts');
    assert.equal(resetChapter(chapter, folder.path), undefined, 'an untouched starter is nothing to save');
    writeFileSync(file, 'my work\n');
    const name = resetChapter(chapter, folder.path, new Date('2026-01-02T03:04:05Z'));
    assert.equal(name, '01-hello-route-2026-01-02T03-04-05');
    assert.match(readFileSync(file, 'utf8'), /Step 1/);
    assert.equal(restoreChapter(chapter, name, folder.path), undefined);
    assert.equal(readFileSync(file, 'utf8'), 'my work\n');
    for (const bad of ['01-hello-route-gone', '../secrets', '02-paths-2026']) {
      assert.throws(() => restoreChapter(chapter, bad, folder.path), /Nothing was saved under/);
    }
    resetChapter(chapter, folder.path);
  });

  it('a trace: the way in, each layer below the one around it, and the answer', () => {
    const step = { at: 0, ms: 0.25, depth: 0 };
    const trip = { id: 1, startedAt: '', request: { query: {}, headers: {} }, tried: { routes: [], others: 0 } };
    assert.equal(
      plain(
        drawTrace({
          ...trip,
          method: 'GET',
          path: '/posts/7',
          resolution: { path: '/posts/:id', kind: 'pattern', cached: true, params: { id: '7' }, handler: 'Posts.show' },
          steps: [
            { ...step, kind: 'middleware', name: 'BearerAuth', outcome: 'continued', note: 'It lost the answer.' },
            { ...step, kind: 'set', name: 'user_id', depth: 1, value: '"u-1"' },
            { ...step, kind: 'handler', name: 'Posts.show', depth: 1, outcome: 'returned', ms: 12.4 },
            { ...step, kind: 'bind', name: 'PostDTO', depth: 2, outcome: 'accepted', note: 'title' },
            { ...step, kind: 'query', name: 'select * from posts', depth: 2, rows: 1 },
            { ...step, kind: 'serialize', name: 'object' },
          ],
          status: 200,
          ms: 13.04,
        }),
      ),
      `→ GET /posts/7
  route /posts/:id (pattern, from the cache, id = "7")
  middleware BearerAuth continued 0.3 ms
    It lost the answer.
    set user_id = "u-1"
    handler Posts.show returned 12 ms
      bind PostDTO accepted 0.3 ms
        title
      query select * from posts 0.3 ms, 1 row
  serialize 0.3 ms
← 200 13 ms`,
    );
    assert.equal(
      plain(
        drawTrace({
          ...trip,
          method: 'GET',
          path: '/x',
          steps: [{ ...step, kind: 'handler', name: 'no route' }],
          status: 404,
          ms: 0,
        }),
      ),
      '→ GET /x\n  no route matches\n← 404 0.0 ms',
    );
  });

  it('the doctor on a port that is none', async () => {
    process.env.PORT = 'abc';
    const diagnoses = await examine();
    delete process.env.PORT;
    assert.deepEqual(diagnoses.at(-1), {
      what: 'Port',
      isWell: false,
      detail: 'PORT is "abc". A port is an integer from 0 to 65535. Set PORT to one, or unset it.',
    });
  });

  it('the doctor', async () => {
    const diagnoses = await examine();
    assert.ok(diagnoses.find(({ what }) => what === 'Node')?.isWell);
    assert.ok(diagnoses.find(({ what }) => what === 'Packages')?.isWell);
    const view = diagnosisView([
      { what: 'Node', isWell: true, detail: '20.11.0' },
      { what: 'Port 3000', isWell: false, detail: 'taken by node (process 7).' },
    ]);
    assert.equal(
      plain(view),
      '\n  ✓ Node       20.11.0\n  ✗ Port 3000  taken by node (process 7).\n\nFix what is marked with ✗, then run npm run doctor again.',
    );
  });
});

function readmeOf(chapter: Chapter): string {
  return `${chapter.folder.slice(chapter.folder.indexOf('.workshop')).replaceAll('\\', '/')}/README.md`;
}
