import assert from 'node:assert/strict';
import test from 'node:test';
import { describeAreas, describeResult, describeSkips, describeSlowest } from './report.ts';
import { type FileReport, summarize, type TestReport } from './results.ts';

test('a run in which everything passes prints one line for each area and the total', () => {
  const text = describeReport(
    summarize([
      file({ file: 'framework/app.test.ts', passed: 7, seconds: 1.24 }),
      file({ file: 'framework/routing/router.test.ts', passed: 300, seconds: 2 }),
      file({ file: 'scripts/workshop/tests.test.ts', passed: 12, seconds: 0.5, output: 'not shown' }),
    ]),
  );
  assert.equal(
    text,
    [
      'framework    307 passed  (2 files, 3.2 s)',
      'scripts       12 passed  (1 file, 0.5 s)',
      '',
      '319 passed, 0 failed',
      '',
    ].join('\n'),
  );
});

test('a failure shows the file, the test, the error and what the file printed', () => {
  const name = 'framework/routing/router.test.ts';
  const failures = [
    { file: name, test: 'wildcards › the longest prefix wins', error: 'Expected values:\n\n+ 1\n- 2' },
    { file: name, error: 'It left open: Timeout.' },
  ];
  assert.equal(
    describeReport(summarize([file({ file: name, passed: 1, failures, seconds: 0.1, output: '\nlistening\n' })])),
    `framework      1 passed, 2 failed  (1 file, 0.1 s)

✖ framework/routing/router.test.ts
    It left open: Timeout.

✖ framework/routing/router.test.ts › wildcards › the longest prefix wins
    Expected values:

    + 1
    - 2

  framework/routing/router.test.ts printed:
    listening

1 passed, 2 failed
`,
  );
});

test('only the last lines of a long output are shown', () => {
  const output = Array.from({ length: 100 }, (_, i) => `line ${i}\n`).join('');
  const failures = [{ file: 'scripts/a.test.ts', error: 'no' }];
  const text = describeReport(summarize([file({ file: 'scripts/a.test.ts', failures, output })]));
  assert.ok(!text.includes('line 59\n'));
  assert.ok(text.includes('line 60\n'));
  assert.ok(text.includes('line 99\n'));
});

test('skipped tests take one line with the command that lists them, and are counted at the end', () => {
  const skip = (test: string, reason: string) => ({ file: 'framework/a.test.ts', test, reason });
  const skips = [skip('on PostgreSQL', 'no server'), skip('for an hour', 'slow'), skip('on Redis', 'no server')];
  const text = describeReport(summarize([file({ file: 'framework/a.test.ts', passed: 2, skips })]));
  assert.equal(
    text,
    `framework      2 passed  (1 file, 0.0 s)
3 skipped (npm test skipped lists them)

2 passed, 0 failed, 3 skipped
`,
  );
  assert.equal(
    describeSkips(skips),
    `2 tests: no server
  framework/a.test.ts › on PostgreSQL
  framework/a.test.ts › on Redis

1 test: slow
  framework/a.test.ts › for an hour
`,
  );
});

test('the slowest files come first, and the others are left out', () => {
  const files = [2, 10.25, 0.5].map((seconds) => file({ file: `scripts/${seconds}.test.ts`, seconds }));
  assert.equal(
    describeSlowest(summarize(files), 2),
    '   10.3 s  scripts/10.25.test.ts\n    2.0 s  scripts/2.test.ts\n',
  );
});

test('a run without tests reports that no test ran', () => {
  assert.match(
    describeReport(summarize([])),
    /^No test ran: there is no \*\.test\.ts below .+\n\n0 passed, 0 failed\n$/,
  );
});

test('a run that skips every test reports that no test ran', () => {
  const skips = [{ file: 'framework/a.test.ts', test: 'on PostgreSQL', reason: 'no server' }];
  const text = describeReport(summarize([file({ file: 'framework/a.test.ts', skips })]));
  assert.ok(text.endsWith('\nNo test ran: all of them are skipped.\n\n0 passed, 0 failed, 1 skipped\n'), text);
});

/** The output of `npm test` without the board in the middle. */
function describeReport(report: TestReport): string {
  return [describeAreas(report), describeResult(report)].filter((part) => part !== '').join('\n');
}

function file(report: Partial<FileReport>): FileReport {
  return { file: '', seconds: 0, passed: 0, failures: [], skips: [], output: '', ...report };
}
