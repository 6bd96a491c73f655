import assert from 'node:assert/strict';
import { readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { stripVTControlCharacters as plain } from 'node:util';
import { bannerOf } from './banner.ts';
import { boardOf } from './board.ts';
import { allChapters, type Chapter } from './chapters.ts';
import { differenceOf, differenceView } from './difference.ts';
import { diagnosisView, examine } from './doctor.ts';
import { hintsOf } from './hints.ts';
import { resetChapter, restoreChapter } from './reset.ts';
import { starterOf, writeFiles } from './starters.ts';
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

  ✓ 01 Routes and handlers  ██████████  4 of 4
    02 Paths                ██░░░░░░░░  1 of 5

Next: npm run chapter 02, then npm test 02
`,
    );
    assert.match(plain(boardOf(standings.slice(0, 1))), /Every chapter is done\./);
  });

  it('the board of all chapters fits into 80 columns, whatever is wrong with them', () => {
    const standings = allChapters().map((each, index) => ({
      ...{ chapter: each, done: 246, total: 246, isDone: false, isPartial: index % 3 === 1 },
      ...(index % 3 === 2 && { obstacle: 'does not compile' as const }),
    }));
    const lines = plain(boardOf(standings, 12)).split('\n');
    assert.deepEqual(
      lines.filter((line) => line.length > 80),
      [],
    );
    assert.ok(lines.includes('       does not compile: npm test 03 says why'));
  });

  it('the hints of a step, rung by rung', () => {
    const rungs = hintsOf(chapter).get(4)!;
    assert.deepEqual(
      rungs.map(({ title }) => title),
      ['A question', 'Where to look', 'Nearly the code'],
    );
    assert.equal(rungs[0]?.text, 'What does a function return if it has no `return`?');
  });

  it('no hint speaks of a README: on the site, it is the page that the hint is on', () => {
    const hints = allChapters().flatMap((each) => [...hintsOf(each).values()].flat());
    assert.ok(hints.length > 100);
    assert.deepEqual(
      hints.filter(({ text }) => /README/.test(text)).map(({ text }) => text),
      [],
    );
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
    resetChapter(chapter, folder.path);
    renameSync(join(folder.path, name), join(folder.path, '07-hello-route-2026-01-02T03-04-05'));
    restoreChapter(chapter, '07-hello-route-2026-01-02T03-04-05', folder.path);
    assert.equal(readFileSync(file, 'utf8'), 'my work\n', 'also from the time when the chapter had another number');
    for (const bad of ['01-hello-route-gone', '../secrets', '02-paths-2026']) {
      assert.throws(() => restoreChapter(chapter, bad, folder.path), /Nothing was saved under/);
    }
    resetChapter(chapter, folder.path);
  });

  it('saved work comes back byte for byte, and what a link leads to is left alone', () => {
    const [icon, link] = [join(chapter.src, 'icon.png'), join(chapter.src, 'main.ts')];
    const other = join(folder.path, 'other.ts');
    const bytes = Buffer.from([0x89, 0x50, 0xff, 0x00]);
    writeFileSync(icon, bytes);
    writeFileSync(other, 'another chapter\n');
    rmSync(link);
    symlinkSync(other, link);
    symlinkSync('nowhere.ts', join(chapter.src, 'dangling.ts'));
    const name = resetChapter(chapter, folder.path)!;
    assert.equal(readFileSync(other, 'utf8'), 'another chapter\n');
    assert.match(readFileSync(link, 'utf8'), /createApp/);
    restoreChapter(chapter, name, folder.path);
    assert.deepEqual(readFileSync(icon), bytes);
    assert.equal(readFileSync(link, 'utf8'), 'another chapter\n');
    rmSync(join(chapter.src, 'dangling.ts'));
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
