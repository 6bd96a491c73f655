import assert from 'node:assert/strict';
import { test } from 'node:test';
import { moduleNames, refuseModuleName, refuseProjectName } from './names.ts';

for (const name of ['shop', 'my-shop', 'shop2', '2shop', 'a', 'my_shop.app', 'x'.repeat(64)]) {
  test(`"${name}" names a project`, () => assert.equal(refuseProjectName(name), undefined));
}

const projectMistakes: [name: string, message: RegExp][] = [
  ['Shop', /Use small letters, digits/],
  ['', /cannot name a project/],
  ['.shop', /cannot name a project/],
  ['_shop', /cannot name a project/],
  ['-shop', /cannot name a project/],
  ['my shop', /cannot name a project/],
  ['my/shop', /cannot name a project/],
  ['my\\shop', /cannot name a project/],
  ['..', /cannot name a project/],
  ['../shop', /cannot name a project/],
  ['/tmp/shop', /cannot name a project/],
  ['C:shop', /cannot name a project/],
  ['@me/shop', /cannot name a project/],
  ['shöp', /cannot name a project/],
  ['shop\n', /cannot name a project/],
  ['shop\0', /cannot name a project/],
  ['shop.', /on Windows/],
  ['con', /on Windows/],
  ['nul.txt', /on Windows/],
  ['trellis', /is a package that the project will need/],
  ['node_modules', /is a package that the project will need/],
  ['x'.repeat(65), /The name is 65 characters long. Use at most 64./],
];

for (const [name, message] of projectMistakes) {
  test(`${JSON.stringify(name)} names no project`, () => assert.match(refuseProjectName(name) ?? '', message));
}

for (const name of ['posts', 'blog-posts', 'a', 'oauth2', 'x'.repeat(32)]) {
  test(`"${name}" names a module`, () => assert.equal(refuseModuleName(name), undefined));
}

const moduleMistakes: [name: string, message: RegExp][] = [
  ['Posts', /with "-" between words: posts\.$/],
  ['blogPosts', /with "-" between words: blog-posts\.$/],
  ['Blog Posts', /with "-" between words: blog-posts\.$/],
  ['2posts', /with "-" between words: posts\.$/],
  ['../posts', /with "-" between words: posts\.$/],
  ['posts/../..', /with "-" between words: posts\.$/],
  ['posts-', /with "-" between words: posts\.$/],
  ['-', /with "-" between words: blog-posts\.$/],
  ['', /with "-" between words: blog-posts\.$/],
  ['posts.ts', /with "-" between words: posts-ts\.$/],
  ['aux', /on Windows/],
  ['x'.repeat(33), /The name is 33 characters long. Use at most 32./],
];

for (const [name, message] of moduleMistakes) {
  test(`${JSON.stringify(name)} names no module`, () => assert.match(refuseModuleName(name) ?? '', message));
}

test('a module has its name in every spelling', () => {
  assert.deepEqual(moduleNames('blog-posts'), {
    name: 'blog-posts',
    Names: 'BlogPosts',
    Entity: 'BlogPost',
    aLabel: 'a blog post',
    Label: 'Blog post',
    labels: 'blog posts',
    Labels: 'Blog posts',
    single: 'blog-post',
    table: 'blog_posts',
  });
});

const singulars: [name: string, entity: string][] = [
  ['posts', 'Post'],
  ['categories', 'Category'],
  ['boxes', 'Box'],
  ['branches', 'Branch'],
  ['classes', 'Class'],
  ['statuses', 'Statuse'],
  ['series', 'Sery'],
  ['pies', 'Pie'],
  ['status', 'Status'],
  ['news', 'News'],
  ['staff', 'Staff'],
  ['as', 'As'],
  ['maps', 'MapItem'],
  ['routes', 'RouteItem'],
  ['errors', 'ErrorItem'],
];

for (const [name, entity] of singulars) {
  test(`one of ${name} is ${entity}`, () => assert.equal(moduleNames(name).Entity, entity));
}
