import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Outcome } from './junit.ts';
import { sumOf, tallyOf } from './tally.ts';

const outcome = (name: string, result: Outcome['result'], message = ''): Outcome => ({ name, result, message });

test('a test that has to fail is counted with its reason, and any other failure is a problem', () => {
  const outcomes = [
    outcome('works', 'passed'),
    outcome('needs a server', 'skipped', 'no server'),
    outcome('needs Linux', 'skipped'),
    outcome('known', 'failed', 'no'),
    outcome('new', 'failed', 'expected 1'),
  ];
  const { different, skipped, ...rest } = tallyOf({ file: 'a.test.ts', outcomes }, { known: 'it is different' });
  assert.deepEqual(rest, { passed: 1, problems: ['a.test.ts: new\n    expected 1'] });
  assert.deepEqual([...different], [['it is different', 1]]);
  const reasons = [
    ['no server', 1],
    ['the reason is in the test', 1],
  ];
  assert.deepEqual([...skipped], reasons);
});

test('a test that no longer fails has to leave the list', () => {
  const { problems } = tallyOf({ file: 'a.test.ts', outcomes: [outcome('known', 'passed')] }, { known: 'why' });
  assert.deepEqual(problems, ['a.test.ts: known\n    passes, so it is no longer a difference']);
});

test('a file without results is a problem', () => {
  const { problems } = tallyOf({ file: 'a.test.ts', outcomes: [], failure: 'It\nhangs' }, {});
  assert.deepEqual(problems, ['a.test.ts\n    It\n    hangs']);
});

test('the sum of two files has the reasons of both', () => {
  const one = tallyOf({ file: 'a', outcomes: [outcome('x', 'failed'), outcome('y', 'passed')] }, { x: 'why' });
  const { passed, different } = sumOf([one, one]);
  assert.deepEqual([passed, ...different], [2, ['why', 2]]);
});
