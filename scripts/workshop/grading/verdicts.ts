import { CheckFailure } from '../check/failure.ts';
import type { Bug } from './bug.ts';
import type { TestFailure, TestRun, TestsStuck } from './grader.ts';

/** How long the tests of one file may sleep in total, in milliseconds. Waiting for a response is far below it. */
const mostIdle = 700;

const notAwaited = 'an `await` is missing: a promise has neither a status nor a body, and is not an array.';

export function noFile(file: string): CheckFailure {
  return new CheckFailure({
    problem: `The file src/tests/${file} does not exist.`,
    cause:
      'the file was deleted or renamed. Bring it back with git restore and its path. (npm run reset would replace your other tests with those of the starter, too.)',
  });
}

/** The process of the tests had to be killed, or has ended by itself. */
export function stuck(file: string, { reason, test, output }: TestsStuck): CheckFailure {
  const where = test === undefined ? `src/tests/${file}, before its first test` : `the test "${test}"`;
  if (reason === 'blocked') {
    const cause = 'a loop that never ends, such as a `while` whose condition never changes.';
    return new CheckFailure({ problem: `The tests hang in ${where}.`, cause });
  }
  if (reason === 'silent') {
    return new CheckFailure({
      problem: `Nothing happens for four seconds in ${where}.`,
      cause: [
        'the test waits for something that never happens, for example a promise that nothing resolves.',
        'the test sleeps. Await the event that you are waiting for, or move the clock.',
      ],
    });
  }
  return new CheckFailure({ problem: `The process ended in ${where}.`, output: output.trim() || undefined });
}

/** What is wrong with tests that pass. */
export function ofBehaviour({ tests, openServers, idle }: TestRun): CheckFailure | undefined {
  if (tests === 0) {
    return new CheckFailure({
      problem: 'The file has no test.',
      expected: "test('…', async (t) => { … })",
      cause: 'nothing in the file calls test(…), or every test is skipped. A file without tests passes everywhere.',
    });
  }
  if (openServers > 0) {
    return new CheckFailure({
      problem: `After the tests, ${openServers === 1 ? 'an application is' : `${openServers} applications are`} still running.`,
      cause: 'a test starts the blog and does not stop it: t.after(() => client.stop()) runs even if the test fails.',
    });
  }
  if (idle > mostIdle) {
    return new CheckFailure({
      problem: `The tests sleep for ${(idle / 1000).toFixed(1)} seconds in total.`,
      expected: 'tests that await the event they are waiting for',
      cause:
        'a test sleeps, with setTimeout for example. That is slow, and on a busy machine the time can still be too short. Move the clock instead if something has to expire. In all other cases, await the response.',
    });
  }
  return undefined;
}

export function failsOnReference(run: TestRun): CheckFailure {
  if (run.calledExit) return callsExit();
  return new CheckFailure({
    problem: `${headline(run)} on the blog of chapter 14, which is correct.`,
    happened: detailsOf(run),
    expected: 'every test passes',
    cause: causeOf(run) ?? [
      ...(/\bundefined\b|is not a function/.test(detailsOf(run)) ? [notAwaited] : []),
      'the test expects something that the contract does not promise. Compare it with docs/reference/http-api.md.',
      'a request of the test is not the one you mean: print its response with console.log, and run the file by itself.',
    ],
  });
}

export function failsOnVariant(run: TestRun): CheckFailure {
  if (run.calledExit) return callsExit();
  return new CheckFailure({
    problem: `${headline(run)} on another correct blog: same contract, different code.`,
    happened: detailsOf(run),
    expected: 'tests that pass on every program that keeps the contract',
    cause:
      'the test depends on an implementation detail: the name of a table or a class, the order of fields or of cookie attributes, the wording of a log message, the format of an id, which of several concurrent requests wins.',
  });
}

export function dependsOnOrder(run: TestRun): CheckFailure {
  return new CheckFailure({
    problem: `${headline(run)} if the tests run in another order.`,
    happened: detailsOf(run),
    expected: 'every test passes, whichever test runs before it',
    cause:
      'tests share state: an application, a database or a variable at the top of the file. Start a new blog in every test, and create there what the test needs.',
  });
}

export function flaky(run: TestRun): CheckFailure {
  if (run.calledExit) return callsExit();
  return new CheckFailure({
    problem: `${headline(run)} in one run and passes in another, on the same program.`,
    happened: detailsOf(run),
    expected: 'the same result in every run',
    cause: [
      'the test is flaky: it depends on random values, on the time of day, or on how fast the machine is.',
      'the tests leave state behind, for example in process.env or globalThis, and a later run finds it.',
    ],
  });
}

/** Reports the first bug that the tests miss, and describes the bugs that they find. */
export function ofBugs(results: readonly { bug: Bug; run: TestRun }[]): CheckFailure | undefined {
  const found = results.filter(({ run }) => run.failures.length > 0);
  const missed = results.find(({ run }) => run.failures.length === 0);
  if (missed === undefined) return undefined;
  const { bug, run } = missed;
  const number = results.indexOf(missed) + 1;
  const stray = run.strays[0];
  return new CheckFailure({
    problem: `Your tests pass on a blog with a bug (bug ${number} of ${results.length}).`,
    happened: [
      `${run.tests} of ${run.tests} tests pass on it.`,
      found.length === 0 ? 'Found so far: none.' : `Found so far: ${found.length} of ${results.length}.`,
      ...found.map(
        ({ bug: { does } }) => `✓ bug ${results.findIndex((other) => other.bug.does === does) + 1}: ${does}`,
      ),
    ].join('\n'),
    expected: 'at least one test that fails',
    cause:
      stray === undefined
        ? bug.missed
        : `an assertion fails after its test has ended${stray.place ? ` (${stray.place})` : ''}: an \`await\` is missing in front of it. ${firstLine(stray.message)}`,
  });
}

function callsExit(): CheckFailure {
  return new CheckFailure({
    problem: 'A test calls process.exit().',
    cause: 'process.exit() ends the process before the other tests have run. Stop the application with client.stop().',
  });
}

/** `The test "…" fails`, or what else has failed. */
function headline({ failures, strays }: TestRun): string {
  const [first] = failures;
  if (first === undefined)
    return strays.length > 0 ? 'An assertion or a request fails outside of every test' : 'The file fails';
  const more = failures.length > 1 ? ` (and ${failures.length - 1} more)` : '';
  if (first.test === undefined) return 'The file fails';
  return `The test "${first.test}" fails${more}`;
}

function detailsOf({ failures, strays }: TestRun): string {
  const first: Omit<TestFailure, 'test'> | undefined = failures[0] ?? strays[0];
  if (first === undefined) return '';
  return [first.place, first.message].filter(Boolean).join('\n');
}

function causeOf({ failures, strays }: TestRun): string | undefined {
  const [first] = failures;
  if (first === undefined && strays.length > 0)
    return 'an assertion or a request runs after its test has ended: an `await` is missing in front of it.';
  if (first?.test === undefined) return 'an error at the top of the file, outside of every test.';
  if (/^ReferenceError: .* is not defined/.test(first.message))
    return 'the test uses a name that it neither declares nor imports.';
  return undefined;
}

function firstLine(text: string): string {
  return text.split('\n')[0]!;
}
