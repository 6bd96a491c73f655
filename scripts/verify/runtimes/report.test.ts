import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inWords, reportOf } from './report.ts';
import type { Tally } from './tally.ts';

const none: Tally = { passed: 0, skipped: new Map(), different: new Map(), problems: [] };

test('a line names only what has happened', () => {
  assert.equal(inWords(none), '0 passed');
  assert.equal(inWords({ ...none, passed: 3, different: new Map([['why', 2]]) }), '3 passed, 2 different');
  assert.equal(inWords({ ...none, skipped: new Map([['why', 1]]), problems: ['a'] }), '0 passed, 1 skipped, 1 failed');
});

test('the report is one table, with the reasons of each runtime and the failures below it', () => {
  const skipped = new Map([['no server', 1]]);
  const different = new Map([['no such header', 2]]);
  const report = reportOf([
    { runtime: 'Node 20', group: 'HTTP/1.1', tally: { ...none, passed: 100, skipped } },
    { runtime: 'Bun 1', group: 'HTTP/1.1', tally: { ...none, passed: 98, different } },
    { runtime: 'Bun 1', group: 'app.fetch', tally: { ...none, passed: 7, different, problems: ['a.test.ts: rule'] } },
  ]);
  assert.equal(
    report,
    `runtime       tests   passed   skipped   different   failed
Node 20    HTTP/1.1      100         1           0        0
Bun 1      HTTP/1.1       98         0           2        0
Bun 1     app.fetch        7         0           2        1

What was skipped, and why:
  Node 20: no server (1)

What is different, and why:
  Bun 1: no such header (4)

Bun 1, app.fetch: a.test.ts: rule`,
  );
});

test('without anything to explain, the report is the table', () => {
  assert.equal(reportOf([{ runtime: 'Node', group: 'HTTP/2', tally: none }]).split('\n').length, 2);
});
