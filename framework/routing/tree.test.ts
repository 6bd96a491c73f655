import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Found, Tree } from './tree.ts';

type Kind = Found<string>['kind'];

const kinds: Kind[] = ['pattern', 'wildcard'];

for (const kind of kinds) {
  test(`a removed ${kind} leaves nothing behind: its branch is pruned`, () => {
    const tree = new Tree<string>();
    for (let year = 0; year < 100; year++) {
      const segments = [`year-${year}`, null, 'posts', null];
      tree.insert(kind, segments, 'GET', 'posts');
      assert.equal(tree.mayContain(`/year-${year}/7`), true);
      assert.equal(tree.remove(kind, segments, 'GET'), 'posts');
      assert.equal(tree.mayContain(`/year-${year}/7`), false);
    }
  });
}

test('only the part of a branch that no other route needs is pruned', () => {
  const tree = new Tree<string>();
  tree.insert('pattern', ['posts', null], 'GET', 'one post');
  tree.insert('pattern', ['posts', null, 'tags', null], 'GET', 'a tag of a post');
  tree.insert('wildcard', ['posts', null, 'files'], 'GET', 'a file of a post');
  tree.remove('pattern', ['posts', null, 'tags', null], 'GET');
  assert.equal(tree.find('/posts/7/files/a', 'GET')?.value, 'a file of a post');
  tree.remove('wildcard', ['posts', null, 'files'], 'GET');
  assert.equal(tree.mayContain('/posts/7'), true);
  assert.equal(tree.find('/posts/7', 'GET')?.value, 'one post');
  assert.equal(tree.find('/posts/7/files/a', 'GET'), undefined);
});

test('a branch stays while another method ends there', () => {
  const tree = new Tree<string>();
  tree.insert('pattern', ['posts', null], 'GET', 'read');
  tree.insert('pattern', ['posts', null], 'PUT', 'replace');
  tree.remove('pattern', ['posts', null], 'GET');
  assert.equal(tree.mayContain('/posts/7'), true);
  assert.equal(tree.find('/posts/7', 'PUT')?.value, 'replace');
});

test('removing a route that was never added changes nothing', () => {
  const tree = new Tree<string>();
  tree.insert('pattern', ['posts', null], 'GET', 'one post');
  const strangers: [Kind, (string | null)[], string][] = [
    ['pattern', ['users', null], 'GET'],
    ['pattern', ['posts', null], 'PUT'],
    ['pattern', ['posts', null, 'tags'], 'GET'],
    ['wildcard', ['posts', null], 'GET'],
  ];
  for (const stranger of strangers) assert.equal(tree.remove(...stranger), undefined);
  assert.equal(tree.mayContain('/posts/7'), true);
  assert.equal(tree.find('/posts/7', 'GET')?.value, 'one post');
});
