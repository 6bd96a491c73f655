import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import test, { after, before, describe } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { findTestFiles } from './files.ts';
import { type FileReport, runTests, type TestReport } from './tests.ts';

const passing = "test('passes', () => {});";

/** Files that must fail: their source, and the failure that must be reported. */
const BAD: Record<string, { source: string; test?: string; error: RegExp }> = {
  'fails-below': {
    source: "test('above', async (t) => { await t.test('below', () => { throw new TypeError('deep down'); }); });",
    test: 'above › below',
    error: /^TypeError: deep down\n/,
  },
  'says-a-lot': {
    source: "test('says a lot', () => { throw new Error('x'.repeat(300_000)); });",
    test: 'says a lot',
    error: /^Error: x{300000}\n/,
  },
  'crashes-at-import': {
    source: "throw new Error('thrown while loading');",
    error: /^Error: thrown while loading\n.*crashes-at-import\.test\.ts:3:7\)?$/,
  },
  'does-not-parse': { source: "test('broken', () => {", error: /does-not-parse\.test\.ts:\d+:\d+/ },
  'imports-nothing': { source: `import './nowhere.ts';\n${passing}`, error: /nowhere\.ts/ },
  'throws-in-test': {
    source: "test('is hit', (t, done) => { setImmediate(() => { throw new Error('in a callback'); }); });",
    test: 'is hit',
    error: /^Error: in a callback\n/,
  },
  'throws-late': {
    source: "test('sets a trap', () => { setTimeout(() => { throw new Error('too late'); }, 20); });",
    error: /^An error outside of every test: Error: too late\n/,
  },
  'rejects-late': {
    source: `${passing}\nPromise.reject(new Error('nobody caught it'));`,
    error: /^An error outside of every test: Error: nobody caught it\n/,
  },
  exits: {
    source: "test('leaves', () => { process.exit(0); });\ntest('never runs', () => {});",
    error: /^Its process ended \(exit code 0\) during or after the test "leaves"/,
  },
  'exits-at-import': {
    source: 'process.exit(0);',
    error: /^Its process ended \(exit code 0\) before its first test/,
  },
  'sets-exit-code': {
    source: "test('forgets', () => { process.exitCode = 3; });",
    error: /^It left process\.exitCode at 3\.$/,
  },
  'is-killed': {
    source: "test('dies', () => { process.kill(process.pid, 'SIGKILL'); });",
    // Windows has no signals, so there it looks like an exit.
    error: /^Its process (was killed \(SIGKILL\)|ended \(exit code \d+\)) during or after the test "dies"/,
  },
  'has-no-test': { source: 'export const nothing = 1;', error: /^It registers no test\.$/ },
  'leaves-a-server': {
    source: `import { createServer } from 'node:net';
      test('listens', (t, done) => { createServer().listen(0, done); });`,
    error: /it left open: TCPServerWrap\./,
  },
};

/** Files that must pass, even right after each other in one process. */
const GOOD: Record<string, string> = {
  'good-suites': `${passing}\nnode.describe('outer', () => { node.it('inner passes', () => {}); });`,
  'good-hook-a': `node.beforeEach(() => { globalThis.hooked = (globalThis.hooked ?? 0) + 1; });
    test('is hooked', () => assert.equal(globalThis.hooked, 1));`,
  'good-hook-b': "test('is not hooked', () => assert.equal(globalThis.hooked, 1));",
  'good-mock-a': "test('mocks the clock', () => node.mock.timers.enable());",
  'good-mock-b': "test('has a clock', (t, done) => setTimeout(done, 1));",
};

const SKIPPING = `${passing}
  test('needs a server', { skip: 'no server here' }, () => {});
  test('decides itself', (t) => t.skip('not today'));
  test('will come', { todo: true }, () => { throw new Error('not yet'); });
  node.describe.skip('a whole suite', () => { node.it('in it', () => {}); });`;

const COMPARING = `node.describe('outer', () => {
    node.it('compares', () => { console.log('printed by the test'); assert.deepEqual({ a: 1 }, { a: 2 }); });
  });\n${passing}`;

const HANGING: Record<string, { source: string; when: string }> = {
  busy: { source: "test('spins', () => { for (;;); });", when: 'during or after the test "spins"' },
  waits: {
    source: "test('waits', () => new Promise(() => setInterval(() => {}, 1000)));",
    when: 'during or after the test "waits"',
  },
  loads: { source: 'await new Promise(() => setInterval(() => {}, 1000));', when: 'before its first test' },
};

// Inside the repository, so that tsx treats the files as ours.
const workshop = fileURLToPath(new URL('../../../.workshop/', import.meta.url));
const folders: string[] = [];
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

let report: TestReport;
let hung: TestReport;
before(async () => {
  const bad = Object.fromEntries(Object.entries(BAD).map(([name, { source }]) => [name, source]));
  const hanging = Object.fromEntries(Object.entries(HANGING).map(([name, { source }]) => [name, source]));
  const forgotten = "test('forgets to resolve', () => new Promise(() => {}));";
  [report, hung] = await Promise.all([
    // Several files share a process for as long as it survives, as they do in practice.
    runFixture({ ...bad, ...GOOD, skips: SKIPPING, compares: COMPARING }, { processes: 1 }),
    runFixture({ ...hanging, forgotten, good: passing }, { processes: 2, deadline: 2000 }),
  ]);
});

describe('a run', () => {
  for (const name of Object.keys(GOOD)) {
    test(`passes: ${name}`, () => {
      assert.deepEqual(fileOf(name).failures, []);
      assert.equal(fileOf(name).passed, name === 'good-suites' ? 2 : 1);
    });
  }

  for (const [name, { test: at, error }] of Object.entries(BAD)) {
    test(`fails: ${name}`, () => {
      const { failures } = fileOf(name);
      assert.equal(failures.length, 1, JSON.stringify(failures));
      assert.equal(failures[0]!.test, at);
      assert.match(failures[0]!.error, error);
    });
  }

  test('goes on with every other file after one has failed', () => {
    assert.equal(report.files.length, Object.keys(BAD).length + Object.keys(GOOD).length + 2);
  });

  test('a failing test is reported with its file, its suites, its difference and what it printed', () => {
    const { failures, passed, output } = fileOf('compares');
    assert.equal(failures.length, 1);
    const { file, test, error } = failures[0]!;
    assert.deepEqual([file, test], ['framework/compares.test.ts', 'outer › compares']);
    assert.match(error, /^\+ {3}a: 1$/m);
    assert.match(error, /^- {3}a: 2$/m);
    assert.match(error, /framework[\\/]compares\.test\.ts:4:/);
    assert.deepEqual([passed, output.trim()], [1, 'printed by the test']);
  });

  test('skipped tests keep their reason and fail nothing', () => {
    const { skips, failures, passed } = fileOf('skips');
    assert.deepEqual(
      skips.map(({ test, reason }) => `${test}: ${reason}`),
      [
        'needs a server: no server here',
        'decides itself: not today',
        'will come: todo, no reason given',
        'a whole suite: no reason given',
      ],
    );
    assert.deepEqual([failures, passed], [[], 1]);
  });

  test('a hook that fails is reported, and the tests below it count as failed', async () => {
    const hook = `node.before(() => { throw new Error('the hook broke'); });\n${passing}`;
    const { failures, passed } = await runFixture({ hook });
    assert.ok(failures.some(({ test, error }) => test === undefined && error.startsWith('Error: the hook broke')));
    assert.equal(passed, 0);
  });

  function fileOf(name: string): FileReport {
    const found = report.files.find(({ file }) => file === `framework/${name}.test.ts`);
    assert.ok(found, `no report of ${name}`);
    return found;
  }
});

describe('a file that hangs', () => {
  for (const [name, { when }] of Object.entries(HANGING)) {
    test(`is stopped at the deadline and named: ${name}`, () => {
      const file = `framework/${name}.test.ts`;
      const error = `It hung: nothing happened for 2 seconds ${when}.`;
      assert.deepEqual(failuresOf(name), [{ file, test: undefined, error }]);
    });
  }

  test('a promise that nobody settles fails its test, or its file at the deadline', () => {
    // Node 20 and 22 notice that nothing can happen any more; Node 24 waits on.
    assert.equal(failuresOf('forgotten').length, 1);
    assert.match(failuresOf('forgotten')[0]!.error, /still pending|nothing happened/);
  });

  test('does not keep the others from running', () => {
    assert.deepEqual([hung.files.length, hung.passed, hung.failed], [5, 1, 4]);
  });

  function failuresOf(name: string) {
    return hung.failures.filter((failure) => failure.file === `framework/${name}.test.ts`);
  }
});

test('a run reports its progress whenever a test or a file ends', async () => {
  const root = fixture({
    'scripts/a.test.ts': passing,
    'scripts/b.test.ts': "test('breaks', () => assert.equal(1, 2));",
  });
  const seen: string[] = [];
  const onProgress = (now: object) => seen.push(JSON.stringify(now));
  await runTests(findTestFiles(root), { root, processes: 1, onProgress });
  const steps = [
    { passed: 1, failed: 0, files: 0 },
    { passed: 1, failed: 0, files: 1 },
    { passed: 1, failed: 1, files: 1 },
    { passed: 1, failed: 1, files: 2 },
  ].map((step) => JSON.stringify(step));
  assert.deepEqual(
    steps.filter((step) => seen.includes(step)),
    steps,
    seen.join('\n'),
  );
});

test('a process that cannot start rejects the run with what it printed', async (t) => {
  const options = process.env.NODE_OPTIONS;
  t.after(() => {
    if (options === undefined) delete process.env.NODE_OPTIONS;
    else process.env.NODE_OPTIONS = options;
  });
  process.env.NODE_OPTIONS = '--import=./does-not-exist.mjs';
  const message = /before it got to framework\/a\.test\.ts \(exit code 1\)[\s\S]*does-not-exist\.mjs/;
  await assert.rejects(runFixture({ a: passing }), message);
});

describe('npm test', { concurrency: true }, () => {
  test('exits 0 when everything passes, and prints little', async () => {
    const { code, output } = await npmTest({ 'framework/a.test.ts': passing, 'solutions/01-hello/a.test.ts': passing });
    const line = (area: string) => `${area} +1 passed  \\(1 file, \\d\\.\\d s\\)\\n`;
    assert.match(output, new RegExp(`^${line('framework')}${line('solutions')}\\n2 passed, 0 failed\\n$`));
    assert.equal(code, 0);
  });

  test('exits 1 when a test fails, and names it before the total', async () => {
    const breaking = "test('breaks', () => assert.equal(1, 2));";
    const { code, output } = await npmTest({ 'solutions/a.test.ts': breaking, 'solutions/b.test.ts': passing });
    assert.match(output, /\n✖ solutions\/a\.test\.ts › breaks\n[\s\S]*\n1 passed, 1 failed\n$/);
    assert.equal(code, 1);
  });

  test('runs a file that failed once more, alone: if it passes, the run does, and the failure is shown', async () => {
    const { code, output } = await npmTest({ 'solutions/a.test.ts': failsOnce('a'), 'solutions/b.test.ts': passing });
    assert.match(
      output,
      /\nFailed beside other tests, and passed alone:\n\n! solutions\/a\.test\.ts › was late\n {4}Error: too busy\n[\s\S]*\n2 passed, 0 failed\n$/,
    );
    assert.equal(code, 0);
  });

  test('believes the failures at once if many files have some', async () => {
    const files = ['a', 'b', 'c', 'd'].map((name) => [`solutions/${name}.test.ts`, failsOnce(name)]);
    const { code, output } = await npmTest(Object.fromEntries(files));
    assert.match(output, /\n0 passed, 4 failed\n$/);
    assert.equal(code, 1);
  });

  test('leaves out the tests of the tools, and of what is slow, unless all are wanted', async () => {
    const slow = join(import.meta.dirname, '..', '..', '..', 'framework', 'fixtures', 'slow.ts');
    const root = fixture({
      'framework/a.test.ts': `import { skipSlow } from ${JSON.stringify(pathToFileURL(slow).href)};
        test('quick', () => {});
        test('slow', { skip: skipSlow('waits for paint to dry', import.meta.filename) }, () => {});`,
      'scripts/b.test.ts': passing,
    });
    const { output } = await npmTestIn(root);
    assert.match(
      output,
      /\nscripts +left out {2}\(1 file; npm test all runs them\)\n[\s\S]*\n1 passed, 0 failed, 1 skipped\n$/,
    );
    assert.match((await npmTestIn(root, 'skipped')).output, /^1 test: waits for paint to dry: npm test all runs it\n/);
    assert.match((await npmTestIn(root, 'all')).output, /\n3 passed, 0 failed\n$/);
    // What is slow runs in one of three commits.
    const inCi = await npmTestWith({ CI: 'true' }, root);
    assert.match(inCi.output, /\n(3 passed, 0 failed|2 passed, 0 failed, 1 skipped)\n$/);
  });

  test('exits 1 without a test', async () => {
    const { code, output } = await npmTest({ 'chapters/01-hello/check.test.ts': passing });
    assert.match(output, /^No test ran: .*\n\n0 passed, 0 failed\n$/);
    assert.equal(code, 1);
  });

  test('exits 1 when every test is skipped, and npm test skipped lists them', async () => {
    const root = fixture({ 'framework/a.test.ts': "test('off', { skip: 'too slow' }, () => {});" });
    assert.match((await npmTestIn(root, 'skipped')).output, /^No tests have run here yet\. Run: npm test\n$/);
    const { code, output } = await npmTestIn(root);
    assert.match(output, /\n1 skipped \(npm test skipped lists them\)\n\n[\s\S]*\n0 passed, 0 failed, 1 skipped\n$/);
    assert.equal(code, 1);
    assert.equal((await npmTestIn(root, 'skipped')).output, '1 test: too slow\n  framework/a.test.ts › off\n');
  });

  test('prints its usage when it does not understand the arguments', async () => {
    const unknown = await npmTestIn(fixture({}), '77');
    assert.match(unknown.output, /^No chapter is called "77"\. The chapters are 01-hello-route to \S+\.\n$/);
    assert.equal(unknown.code, 1);
    for (const words of [['--help'], ['01', '02']]) {
      const { code, output } = await npmTestIn(fixture({}), ...words);
      assert.match(output, /^Usage: npm test {2}/);
      assert.equal(code, 2);
    }
  });
});

function runFixture(sources: Record<string, string>, options = {}): Promise<TestReport> {
  const files = Object.entries(sources).map(([name, source]) => [`framework/${name}.test.ts`, source]);
  const root = fixture(Object.fromEntries(files));
  return runTests(findTestFiles(root), { root, ...options });
}

function fixture(files: Record<string, string>): string {
  mkdirSync(workshop, { recursive: true });
  const root = mkdtempSync(join(workshop, 'test-runner-'));
  folders.push(root);
  const imports = "import assert from 'node:assert/strict';\nimport test, * as node from 'node:test';\n";
  for (const [file, source] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), `${imports}${source}\n`);
  }
  return root;
}

function failsOnce(name: string): string {
  return `import { existsSync, writeFileSync } from 'node:fs';
    test('was late', () => {
      if (existsSync('${name}')) return;
      writeFileSync('${name}', '');
      throw new Error('too busy');
    });`;
}

/** The command that `npm test` runs, in a separate folder. */
function npmTest(files: Record<string, string>): Promise<{ code: number; output: string }> {
  return npmTestIn(fixture(files));
}

function npmTestIn(root: string, ...words: string[]): Promise<{ code: number; output: string }> {
  return npmTestWith({ CI: '' }, root, ...words);
}

async function npmTestWith(
  env: { CI: string },
  root: string,
  ...words: string[]
): Promise<{ code: number; output: string }> {
  const entry = fileURLToPath(new URL('../../main.mjs', import.meta.url));
  const child = spawn(process.execPath, [entry, 'test', ...words], {
    cwd: root,
    env: { ...process.env, TRELLIS_SLOW: '', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  return { code, output };
}
