import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, type TestContext, test } from 'node:test';
import { root } from '../chapters.ts';
import type { CheckFailure } from '../check/failure.ts';
import { type Grade, type GradeOptions, grade } from './grade.ts';
import { endGraders } from './grader.ts';
import type { Programs } from './programs.ts';
import { flaky } from './verdicts.ts';

// A program that counts visits. The variant has other names, and the bug counts twice.
const reference = `
import { module } from 'trellis';
class Visits {
  #count = 0;
  routes() { return [{ method: 'POST', path: '/visits', handler: this.add }]; }
  add() { return { count: (this.#count += 1) }; }
}
export const AppModule = module('AppModule', { declarations: [Visits] });`;
const variant = reference.replaceAll('Visits', 'Counter').replaceAll('#count', '#total');
const bug = { step: 1, does: 'It counts twice.', missed: 'nobody looks at the number.', edits: [] };
const programs: Programs = {
  reference: new Map([['app.module.ts', reference]]),
  variant: new Map([['app.module.ts', variant]]),
  bugs: [{ ...bug, program: new Map([['app.module.ts', reference.replace('+= 1', '+= 2')]]) }],
};

const imports = `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { start } from 'trellis/testing';
import { AppModule } from '../app.module.ts';
`;
const good = `test('the first visit is number 1', async (t) => {
  const client = await start(AppModule);
  t.after(() => client.stop());
  assert.equal((await client.post('/visits')).body.count, 1);
});`;

after(endGraders);

async function gradeOf(t: TestContext, code: string, options: Partial<GradeOptions> = {}): Promise<Grade> {
  const parent = join(root, '.workshop', 'grading');
  mkdirSync(parent, { recursive: true });
  const src = mkdtempSync(join(parent, 'src-'));
  t.after(() => rmSync(src, { recursive: true, force: true }));
  mkdirSync(join(src, 'tests'));
  writeFileSync(join(src, 'tests', 'visits.test.ts'), imports + code);
  return grade({ programs, src, file: 'visits.test.ts', step: 1, ...options });
}

function messageOf(failure: CheckFailure | undefined): string {
  return failure?.message ?? 'no failure';
}

test('tests that pass on the correct programs and fail on the bug have no problem', async (t) => {
  const nothing = { reference: undefined, variant: undefined, bug: undefined };
  assert.deepEqual(await gradeOf(t, good), nothing);
});

test('a bug that no test finds is named by what the tests lack, not by what it does', async (t) => {
  const { bug } = await gradeOf(t, good.replace('.body.count, 1', '.status, 200'));
  assert.match(messageOf(bug), /bug 1 of 1/);
  assert.match(messageOf(bug), /nobody looks at the number/);
  assert.doesNotMatch(messageOf(bug), /counts twice/);
});

test('tests that have passed are not run again until they change', async (t) => {
  let reads = 0;
  const counted = {
    ...programs,
    get reference() {
      reads++;
      return programs.reference;
    },
  };
  await gradeOf(t, good, { programs: counted });
  await gradeOf(t, good, { programs: counted });
  assert.equal(reads, 1);
  await gradeOf(t, `${good}\n`, { programs: counted });
  assert.equal(reads, 2);
});

describe('what is wrong with the tests themselves is named', () => {
  const cases: [name: string, code: string, part: keyof Grade, message: RegExp][] = [
    ['no test', '', 'reference', /The file has no test/],
    ['only skipped tests', "test.skip('a visit', () => {});", 'reference', /The file has no test/],
    [
      'a syntax error',
      "test('a visit', () => {",
      'reference',
      /does not compile[\s\S]*visits\.test\.ts:5[\s\S]*syntax error/,
    ],
    ['an error at the top of the file', 'throw new Error("no");', 'reference', /outside of every test/],
    [
      'a wrong expectation',
      good.replace('count, 1', 'count, 7'),
      'reference',
      /"the first visit is number 1" fails[\s\S]*visits\.test\.ts:8/,
    ],
    ['an application that keeps running', good.replace(/ {2}t\.after.*\n/, ''), 'reference', /does not stop it/],
    ['a call of process.exit', "test('a visit', () => process.exit(0));", 'reference', /calls process\.exit/],
    [
      'an assertion that nobody awaits',
      "test('a visit', () => void Promise.resolve().then(() => assert.equal(1, 2)));",
      'reference',
      /`await` is missing/,
    ],
    [
      'tests that depend on their order',
      `let count = 0;\ntest('one', () => assert.equal(++count, 1));\ntest('two', () => assert.equal(++count, 2));`,
      'reference',
      /tests share state/,
    ],
    [
      'a test that sleeps',
      `${good}\ntest('sleeps', () => new Promise((resolve) => setTimeout(resolve, 900)));`,
      'reference',
      /Move the clock/,
    ],
    [
      'a test that sleeps with an interval',
      `${good}\ntest('sleeps', (t, done) => { const timer = setInterval(() => { clearInterval(timer); done(); }, 900); });`,
      'reference',
      /Move the clock/,
    ],
    [
      'a test that blocks its thread',
      `${good}\ntest('sleeps', () => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 900));`,
      'reference',
      /Move the clock/,
    ],
    [
      'a test that knows a name of the implementation',
      "test('a name', () => assert.match(JSON.stringify(AppModule.declarations.map(({ name }) => name)), /Visits/));",
      'variant',
      /implementation detail/,
    ],
  ];
  for (const [name, code, part, message] of cases) {
    test(name, async (t) => assert.match(messageOf((await gradeOf(t, code))[part]), message));
  }
});

test('a test that waits without a timer does not sleep: on a busy machine, every response takes a while', async (t) => {
  const wait = 'Atomics.waitAsync(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 900).value';
  const { reference } = await gradeOf(t, `${good}\ntest('waits', () => (globalThis.waited ??= ${wait}));`);
  assert.equal(reference, undefined);
});

test('a test that waits for something that never happens is reported', async (t) => {
  const { reference } = await gradeOf(t, "test('a visit', () => new Promise(() => {}));");
  assert.match(messageOf(reference), /Nothing happens for four seconds in the test "a visit"/);
});

test('a loop that never ends is reported with its test', async (t) => {
  const { reference } = await gradeOf(t, "test('a visit', () => { while (true); });", { patience: 6_000 });
  assert.match(messageOf(reference), /hang in the test "a visit"/);
});

test('a test that fails in one run and passes in another is flaky', () => {
  const failure = { test: 'a visit', message: '1 !== 2' };
  const run = { tests: 1, failures: [failure], strays: [], calledExit: false, idle: 0, openServers: 0 };
  assert.match(flaky(run).message, /"a visit" fails in one run and passes in another[\s\S]*flaky/);
});

describe('nothing but behaviour tells programs apart', () => {
  const refused: [name: string, code: string, message: RegExp][] = [
    ['node:fs', "import { readFileSync } from 'node:fs';\nreadFileSync;", /imports node:fs/],
    ['node:module', "import { createRequire } from 'node:module';\ncreateRequire;", /imports node:module/],
    ['a file of the program', "import '../visits.service.ts';", /part of the implementation/],
    ['main.ts', "import '../main.ts';", /starts the program/],
    ['a computed import', "const name = 'node:' + 'fs';\nawait import(name);", /name is computed/],
    ['timers', "import { setTimeout } from 'node:timers/promises';\nsetTimeout;", /waits for real time/],
  ];
  for (const [name, code, message] of refused) {
    test(`${name} can't be imported`, async (t) =>
      assert.match(messageOf((await gradeOf(t, code)).reference), message));
  }

  /** Each of them throws where something can be seen. */
  const blind: [name: string, code: string][] = [
    ['process can load no modules', "assert.equal('binding' in process || 'getBuiltinModule' in process, false);"],
    ['globalThis has no other process', 'assert.equal(globalThis.process, process);'],
    ['the arguments are out of reach', "assert.equal('argv' in process, false);"],
    ['functions hide their source', 'assert.doesNotMatch(String(AppModule.declarations[0]), /count/);'],
    ['the address of the file says nothing', "assert.equal(import.meta.url, 'file:///tests.mjs');"],
    [
      'the environment says nothing',
      'assert.doesNotMatch(JSON.stringify(process.env), /reference|variant|counts twice/);',
    ],
  ];
  test('a test has nothing to look at', async (t) => {
    const code = blind.map(([name, line]) => `test(${JSON.stringify(name)}, () => { ${line} });`).join('\n');
    const { reference, variant, bug } = await gradeOf(t, code);
    assert.deepEqual([messageOf(reference), messageOf(variant)], ['no failure', 'no failure']);
    assert.match(messageOf(bug), /6 of 6 tests pass on it/);
  });
});
