import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Found, Tree } from './tree.ts';

type Kind = Found<string>['kind'];
type Segments = (string | null)[];

/*
 * An empty branch is visible from outside by its first segment: `mayContain` says true as long as one is left. A branch is
 * only removed if all of its branches are, so a false answer says the same about the segments further down.
 */

const branches: [Kind, Segments][] = [
  ['pattern', ['posts', null]],
  ['pattern', ['posts', null, 'tags', null]],
  ['wildcard', ['files']],
  ['wildcard', ['posts', null, 'files']],
  ['pattern', [null, 'posts']],
];
for (const [kind, segments] of branches) {
  test(`a removed ${kind} leaves nothing behind: ${segments.map((segment) => segment ?? ':id').join('/')}`, () => {
    const tree = new Tree<string>();
    tree.insert(kind, segments, 'GET', 'a route');
    assert.equal(tree.mayContain('/posts/7'), segments[0] !== 'files');
    assert.equal(tree.remove(kind, segments, 'GET'), 'a route');
    for (const path of ['/posts/7', '/files/a', '/anything']) assert.equal(tree.mayContain(path), false, path);
  });
}

test('removing one route of a branch keeps the others, and the last one takes the branch with it', () => {
  const tree = new Tree<string>();
  for (const [kind, segments] of branches) tree.insert(kind, segments, 'GET', 'a route');
  tree.insert('pattern', ['posts', null], 'PUT', 'another method');
  for (const [kind, segments] of branches) tree.remove(kind, segments, 'GET');
  assert.equal(tree.find('/posts/7', 'GET'), undefined);
  assert.equal(tree.find('/posts/7', 'PUT')?.value, 'another method');
  tree.remove('pattern', ['posts', null], 'PUT');
  assert.equal(tree.mayContain('/posts/7'), false);
});

test('removing a route that was never added changes nothing', () => {
  const tree = new Tree<string>();
  tree.insert('pattern', ['posts', null], 'GET', 'one post');
  const strangers: [Kind, Segments, string][] = [
    ['pattern', ['users', null], 'GET'],
    ['pattern', ['posts', null], 'PUT'],
    ['pattern', ['posts', null, 'tags'], 'GET'],
    ['wildcard', ['posts', null], 'GET'],
  ];
  for (const stranger of strangers) assert.equal(tree.remove(...stranger), undefined);
  assert.equal(tree.find('/posts/7', 'GET')?.value, 'one post');
});
