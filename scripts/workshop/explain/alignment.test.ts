import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { placesOf, stepLines } from './alignment.ts';

const lines = (...some: string[]) => `${some.join('\n')}\n`;
const before = lines('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l');
const after = before.replace('b\n', 'b\nstep\n').replace('k\n', '');
const later = after.replace('i\n', 'i\nlater\n');

/** Each row as `yours|ours`. */
const shown = (yours: string) =>
  placesOf(yours, later, stepLines(before, after, later)).map(({ line, rows }) => [
    line,
    ...rows.map((row) => `${row.yours ?? ''}|${row.ours ?? ''}`),
  ]);

describe('the lines of a step in two versions', () => {
  it('are left out if they are the same', () => {
    assert.deepEqual(shown(later), []);
  });

  it('stand next to each other, with two lines of context', () => {
    assert.deepEqual(shown(later.replace('step', 'mine')), [[1, 'a|a', 'b|b', 'mine|step', 'c|c', 'd|d']]);
    assert.deepEqual(shown(later.replace('step\n', '')), [[1, 'a|a', 'b|b', '|step', 'c|c', 'd|d']]);
    assert.deepEqual(shown(later.replace('step\n', 'step\nmore\n')), [[2, 'b|b', 'step|step', 'more|', 'c|c', 'd|d']]);
  });

  it('don’t include what another step, or the learner, has written elsewhere', () => {
    assert.deepEqual(shown(later.replace('later', 'own')), []);
    assert.deepEqual(shown(later.replace('f\n', 'f\nown\n')), []);
  });

  it('include a line that the step removes and that is still there', () => {
    assert.deepEqual(shown(later.replace('j\n', 'j\nk\n')), [[11, 'later|later', 'j|j', 'k|', 'l|l']]);
  });
});
