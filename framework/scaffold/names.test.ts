import assert from 'node:assert/strict';
import { test } from 'node:test';
import { moduleNameProblem, moduleNames, projectNameProblem } from './names.ts';

for (const name of ['shop', 'my-shop', 'shop2', '2shop', 'a', 'my_shop.app', 'x'.repeat(64)]) {
  test(`"${name}" is a valid name for a project`, () => assert.equal(projectNameProblem(name), undefined));
}

const projectMistakes: [name: string, message: RegExp][] = [
  ['Shop', /Use lowercase letters, digits/],
  ['', /is not a valid name for a project/],
  ['.shop', /is not a valid name for a project/],
  ['_shop', /is not a valid name for a project/],
  ['-shop', /is not a valid name for a project/],
  ['my shop', /is not a valid name for a project/],
  ['my/shop', /is not a valid name for a project/],
  ['my\\shop', /is not a valid name for a project/],
  ['..', /is not a valid name for a project/],
  ['../shop', /is not a valid name for a project/],
  ['/tmp/shop', /is not a valid name for a project/],
  ['C:shop', /is not a valid name for a project/],
  ['@me/shop', /is not a valid name for a project/],
  ['shöp', /is not a valid name for a project/],
  ['shop\n', /is not a valid name for a project/],
  ['shop\0', /is not a valid name for a project/],
  ['shop.', /^Windows does not allow/],
  ['con', /^Windows does not allow/],
  ['nul.txt', /^Windows does not allow/],
  ['trellis', /^"trellis" is the name of a dependency, or reserved by npm/],
  ['node_modules', /^"node_modules" is the name of a dependency, or reserved by npm/],
  ['x'.repeat(65), /The name is 65 characters long. Use at most 64./],
];

for (const [name, message] of projectMistakes) {
  test(`${JSON.stringify(name)} cannot name a project`, () => assert.match(projectNameProblem(name) ?? '', message));
}

for (const name of ['posts', 'blog-posts', 'a', 'oauth2', 'x'.repeat(32)]) {
  test(`"${name}" is a valid name for a module`, () => assert.equal(moduleNameProblem(name), undefined));
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
  ['aux', /^Windows does not allow/],
  ['x'.repeat(33), /The name is 33 characters long. Use at most 32./],
];

for (const [name, message] of moduleMistakes) {
  test(`${JSON.stringify(name)} cannot name a module`, () => assert.match(moduleNameProblem(name) ?? '', message));
}

test('every spelling is derived from the name of a module', () => {
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
  ['glazes', 'Glaze'],
  ['quizzes', 'Quiz'],
  ['waltzes', 'Waltz'],
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
  test(`the type of a single item of ${name} is ${entity}`, () => assert.equal(moduleNames(name).Entity, entity));
}
