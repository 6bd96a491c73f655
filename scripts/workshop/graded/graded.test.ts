import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { stripVTControlCharacters as plain } from 'node:util';
import { allChapters, type Chapter } from '../chapters.ts';
import type { Check } from '../check/check-definition.ts';
import { checksOf } from '../check/collector.ts';
import { CheckFailure } from '../check/failure.ts';
import { type CheckResult, runChecks } from '../check/run.ts';
import type { CheckedChapter } from '../checked-chapter.ts';
import { renderFailure } from '../failure-view.ts';
import { hintFor } from '../hint-view.ts';
import { testFolder } from '../test-folder.fixture.ts';
import { Workshop } from '../workshop.ts';
import { badgeView } from './badges.ts';
import { lockOf } from './lock.ts';
import { reviewOf } from './review.ts';
import { sectionsView } from './sections-view.ts';
import { rulesIn } from './specification.ts';

const rule = { number: 'T1', text: 'A token is a secret.', page: 'docs/rules.md', chapter: '09' };
const result = (step: number, name: string, failure?: CheckResult['failure']): CheckResult => {
  return { step, name, failure, alreadyTrue: false, milliseconds: 1 };
};
const checkedWith = (results: CheckResult[]): CheckedChapter => ({ results, typeErrors: [], current: 1, before: [] });

describe('a graded chapter', () => {
  const folder = testFolder();
  let workshop: Workshop;
  let chapter: Chapter;
  before(() => {
    const own = join(folder.path, 'chapters', '33-own');
    mkdirSync(join(own, 'src'), { recursive: true });
    mkdirSync(join(folder.path, 'solutions', '33-own', 'source'), { recursive: true });
    writeFileSync(join(folder.path, 'solutions', '33-own', 'builds-on.txt'), '');
    writeFileSync(join(folder.path, 'solutions', '33-own', 'source', 'main.ts'), 'export {};\n');
    writeFileSync(join(own, 'README.md'), '# Chapter 33: Alone\n\n## Section 1: Tokens\n\n## Section 2: Lists\n');
    writeFileSync(
      join(own, 'src', 'main.ts'),
      `// Authorization is a word in a comment.
const token = request.headers.authorization;
process.once('SIGTERM', stop);
`,
    );
    workshop = new Workshop(folder.path);
    chapter = workshop.chapter('33');
  });
  after(() => folder.remove());

  it('has sections instead of steps', () => {
    assert.equal(chapter.unit, 'section');
    assert.deepEqual(
      chapter.steps.map(({ title }) => title),
      ['Tokens', 'Lists'],
    );
    assert.equal(allChapters().find(({ number }) => number === '05')?.unit, 'step');
  });

  it('is the last chapter', () => {
    const repository = new Workshop();
    assert.equal(repository.after(repository.chapter('32'))?.number, '33');
    assert.equal(repository.after(repository.chapter('33')), undefined);
  });

  it('shows a board, and a failure that is not one of the preparation', () => {
    const failures = {
      preparation: { problem: 'Expected status 201, got 404', isPreparation: true, rule },
      own: { problem: 'Expected status 401, got 200', received: '200 {}', expected: '401', rule },
    };
    const results = [
      result(1, 'a list needs a token', failures.preparation),
      result(1, 'a token is needed', failures.own),
      result(2, 'a list is empty'),
    ];
    assert.equal(
      plain(sectionsView(chapter, checkedWith(results), undefined, 100)),
      `
Chapter 33: Alone

  · 1 Tokens  ░░░░░░░░░░  0 of 2
  ✓ 2 Lists   ██████████  1 of 1

From section 1, Tokens:

    a token is needed
    Expected status 401, got 200

      received  200 {}
      expected  401

      Rule T1: A token is a secret.
      Read: docs/rules.md. Chapter 09 taught what it takes.

1 of 3 behaviours.
`,
    );
  });

  it('keeps its solution until all sections have passed at some time', async () => {
    const record = (failing: number[]) =>
      workshop.progress.record(
        chapter,
        checkedWith([1, 2].map((step) => result(step, 'x', failing.includes(step) ? { problem: 'no' } : undefined))),
      );
    assert.match(lockOf(workshop.progress, chapter) ?? '', /2 sections to go: npm test 33/);
    record([2]);
    assert.match(lockOf(workshop.progress, chapter) ?? '', /1 section to go/);
    record([1]);
    assert.equal(lockOf(workshop.progress, chapter), undefined);
    assert.match(await hintFor(workshop, chapter, 80), /has no hints/);
    assert.equal(lockOf(workshop.progress, allChapters()[0]!), undefined);
  });

  it('remembers badges until the code changes', () => {
    const all = checkedWith([result(1, 'x'), result(2, 'y')]);
    workshop.progress.record(chapter, all);
    workshop.progress.award(chapter, { Races: true, Tokens: false });
    workshop.progress.record(chapter, all);
    const { progress } = new Workshop(folder.path);
    assert.deepEqual(progress.of(chapter).badges, { Races: true, Tokens: false });
    writeFileSync(join(chapter.src, 'more.ts'), 'export {};\n');
    progress.record(chapter, all);
    assert.equal(progress.of(chapter).badges, undefined);
  });

  it('shows why a badge is missing', () => {
    assert.equal(plain(badgeView(result(0, 'Races'), 80)), '  ★ Races');
    const missing = badgeView(result(0, 'Races', { problem: 'Expected one 201; there were 2', rule }), 80);
    assert.match(
      plain(missing),
      /^ {2}☆ Races\n\n {6}Expected one 201; there were 2\n\n {8}Rule T1: A token is a secret\./,
    );
  });

  it('is reviewed in ten places, with lines of code and not of comments', () => {
    workshop.progress.award(chapter, { Ownership: true, Shutdown: false });
    const review = reviewOf(chapter, workshop.progress);
    assert.equal(review.match(/^## \d+\. /gm)?.length, 10);
    assert.match(review, /## 1\. Who is calling\n\n- chapters\/33-own\/src\/main\.ts:2 {2}const token = /);
    assert.match(review, /examiner of "Ownership": found nothing\./);
    assert.match(review, /src\/main\.ts:3 {2}process\.once\('SIGTERM', stop\);/);
    assert.match(review, /examiner of "Shutdown": found something/);
    assert.match(review, /## 3\. How passwords are hashed\n\n- No line names it\./);
  });

  it('gives its program the variables of its behaviours, and shares it among those with the same ones', async () => {
    writeFileSync(
      join(chapter.src, 'main.ts'),
      `import { createServer } from 'node:http';
createServer((_, response) => response.end(process.env.BCRYPT_COST + ' ' + process.pid)).listen(Number(process.env.PORT));
`,
    );
    const seen: string[] = [];
    const check = (name: string, env?: Check['env']): Check => ({
      ...{ step: 1, name, env },
      body: async (app) => void seen.push((await app.get('/')).content),
    });
    await runChecks([check('a', { BCRYPT_COST: '4' }), check('b', { BCRYPT_COST: '4' }), check('c')], chapter.src);
    assert.match(seen[0]!, /^4 /);
    assert.equal(seen[0], seen[1]);
    assert.doesNotMatch(seen[2]!, /^4 /);
  });
});

describe('the specification of chapter 33', () => {
  it('has rules with numbers, each on one line', () => {
    const rules = rulesIn('docs/reference/conduit.md');
    assert.ok(rules.size > 80);
    assert.match(rules.get('A12') ?? '', /^Only the author may .* 403 with the name `article`, and nothing changes\.$/);
  });

  it('is cited by a failing behaviour', async () => {
    const conduit = allChapters().find(({ number }) => number === '33')!;
    const [check] = (await checksOf(conduit)).filter(({ name }) => name === 'GET /api/user needs a token');
    const send = () => Promise.reject(new CheckFailure({ problem: 'Expected status 401, got 200' }));
    const failure = await check!.body({ send } as never).catch((error: CheckFailure) => error.parts);
    assert.match(
      renderFailure(failure!),
      /Rule T2: If a token is required .*\n {2}Read: docs\/reference\/conduit\.md\. Chapter 10/,
    );
  });
});
