import assert from 'node:assert/strict';
import { test } from 'node:test';
import { didYouMean, nearest } from './nearest.ts';

const known = ['app', 'routes', 'module', 'chapter', 'dry-run'];
const cases: [typed: string, expected: string[]][] = [
  ['ap', ['app']],
  ['rotues', ['routes']],
  ['Module', ['module']],
  ['dryrun', ['dry-run']],
  ['chap', ['chapter']],
  ['xyz', []],
  ['', []],
  ['m', []],
];

for (const [typed, expected] of cases) {
  test(`"${typed}" is similar to ${expected.join() || 'nothing'}`, () =>
    assert.deepEqual(nearest(typed, known), expected));
}

test('the most similar name comes first, and three are enough', () => {
  assert.deepEqual(nearest('post', ['posts', 'post-it', 'poets', 'most', 'host', 'past']), ['host', 'most', 'past']);
  assert.deepEqual(nearest('posts', ['post', 'posts', 'posts']), ['posts', 'post']);
});

test('the suggestion is a sentence', () => {
  assert.equal(
    didYouMean('nmae', ['name', 'type'], (name) => `--${name}`),
    ' Did you mean --name?',
  );
  assert.equal(didYouMean('cat', ['car', 'cut']), ' Did you mean car or cut?');
  assert.equal(didYouMean('cat', ['car', 'cut', 'bat']), ' Did you mean bat, car or cut?');
  assert.equal(didYouMean('zebra', ['car']), '');
});
