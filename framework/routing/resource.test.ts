import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Context } from '../http/context.ts';
import { type ResourceController, resource } from './resource.ts';
import type { Handler, Route } from './route.ts';
import { Router } from './router.ts';

const ctx = {} as Context;

class PostsController {
  #name = 'posts';
  index() {
    return `index of ${this.#name}`;
  }
  show() {
    return `show of ${this.#name}`;
  }
  create() {
    return `create of ${this.#name}`;
  }
  update() {
    return `update of ${this.#name}`;
  }
  delete() {
    return `delete of ${this.#name}`;
  }
}

const convention = [
  ['Index', 'GET /posts', 'index'],
  ['Show', 'GET /posts/:id', 'show'],
  ['Create', 'POST /posts', 'create'],
  ['Update', 'PUT /posts/:id', 'update'],
  ['Delete', 'DELETE /posts/:id', 'delete'],
] as const;

for (const [row, line, name] of convention) {
  test(`${row}: ${line}`, () => {
    const route = resource('/posts', new PostsController()).find((candidate) => candidate.handler?.name === name);
    assert.ok(route);
    assert.equal(lineOf(route), line);
    assert.equal(route.handler?.(ctx), `${name} of posts`);
  });
}

test('resource() makes the five routes of the convention, in its order, and no others', () => {
  assert.deepEqual(
    resource('/posts', new PostsController()).map(lineOf),
    convention.map(([, line]) => line),
  );
});

test('resource() makes routes for the handlers that exist', () => {
  for (const [, line, name] of convention) {
    assert.deepEqual(resource('/posts', { [name]: () => name }).map(lineOf), [line]);
  }
  const inherited = new (class extends PostsController {})();
  assert.equal(resource('/posts', inherited).length, 5);
});

test('resource() refuses a controller with none of the handlers', () => {
  const message =
    "resource('/posts', …): the controller defines none of the handlers index, show, create, update, delete. Define at least one.";
  assert.throws(() => resource('/posts', {}), { message });
  assert.throws(() => resource('/posts', { index: 'a field' } as never), { message });
  assert.throws(() => resource('/posts', { list() {} } as ResourceController), { message });
});

test('resource() takes a path with a slash at its end, or nothing but a slash', () => {
  const lines = (path: string) => resource(path, { index: () => 1, show: () => 2 }).map(lineOf);
  assert.deepEqual(lines('/posts/'), ['GET /posts', 'GET /posts/:id']);
  const router = new Router();
  for (const route of resource('/', { index: () => 1, show: () => 2 })) router.add(route);
  assert.equal(router.resolve('GET', '/')?.run(ctx), 1);
  assert.equal(router.resolve('GET', '/7')?.run(ctx), 2);
});

test('resource() keeps the controller as this, even if another controller lists the routes', () => {
  const router = new Router();
  class BlogController {
    routes() {
      return [{ path: '/blog', children: resource('/posts', new PostsController()) }];
    }
  }
  const blog = new BlogController();
  for (const route of blog.routes()) router.add(route, blog);
  for (const [, line, name] of convention) {
    const [method, path] = line.replace('/posts', '/blog/posts').replace(':id', '7').split(' ') as [string, string];
    assert.equal(router.resolve(method, path)?.run(ctx), `${name} of posts`);
  }
});

test('resource() can be combined with other routes: /posts/new is not the post called new', () => {
  const router = new Router();
  for (const route of resource('/posts', new PostsController())) router.add(route);
  router.add({ method: 'GET', path: '/posts/new', handler: (() => 'form') satisfies Handler });
  assert.equal(router.resolve('GET', '/posts/new')?.run(ctx), 'form');
  assert.equal(router.resolve('GET', '/posts/7')?.run(ctx), 'show of posts');
});

function lineOf({ method, path }: Route): string {
  return `${method} ${path}`;
}
