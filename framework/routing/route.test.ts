import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Context } from '../http/context.ts';
import { joinPaths } from './path.ts';
import {
  describeRoute,
  type FindMiddleware,
  type FlatRoute,
  flatten,
  type Middleware,
  placeOf,
  type Route,
} from './route.ts';

const ctx = {} as Context;
const handler = () => 'answer';
const noClasses = () => assert.fail('these routes list no classes');

function flat(route: Route, owner?: object, find: FindMiddleware = noClasses): FlatRoute[] {
  return [...flatten(route, { prefix: '', middlewares: [], find, owner })];
}

class Layer {
  handle() {}
}

test('Method: HTTP method. Omitted for grouping and CLI routes', () => {
  assert.deepEqual(lines({ method: 'PATCH', path: '/posts', handler }), ['PATCH /posts']);
  assert.deepEqual(lines({ path: '/posts', children: [{ method: 'GET', path: '', handler }] }), ['GET /posts']);
  assert.deepEqual(lines({ path: 'migrate', handler }), ['/migrate']);
});

test('Path: path pattern', () => {
  for (const path of ['/', '/posts', '/posts/:id', '/files/*']) {
    assert.deepEqual(lines({ method: 'GET', path, handler }), [`GET ${path}`]);
  }
});

test('Handler: handler function', () => {
  const [flat] = flat1({ method: 'GET', path: '/', handler: (given) => given });
  assert.equal(flat.handler(ctx), ctx);
});

test('Middlewares: route-specific middleware', () => {
  const [first, second] = [new Layer(), new Layer()];
  const [flat] = flat1({ method: 'GET', path: '/', handler, middlewares: [first, second] });
  assert.deepEqual(flat.middlewares, [first, second]);
  assert.equal(flat.middlewares[0], first);
  const [bare] = flat1({ method: 'GET', path: '/', handler });
  assert.deepEqual(bare.middlewares, []);
});

test('Children: nested routes', () => {
  const children: Route[] = [
    { method: 'GET', path: '/a', handler },
    { method: 'POST', path: '/b', handler },
  ];
  assert.deepEqual(lines({ path: '/api', children }), ['GET /api/a', 'POST /api/b']);
  assert.deepEqual(lines({ path: '', children }), ['GET /a', 'POST /b']);
  assert.deepEqual(lines({ path: '/api', children: [] }), []);
});

test('A route with Children and no Method is a group. Its path comes first, its middlewares apply to all children', () => {
  const [outer, inner, own] = [new Layer(), new Layer(), new Layer()];
  const group: Route = {
    path: '/api',
    middlewares: [outer],
    children: [
      {
        path: '/v1',
        middlewares: [inner],
        children: [
          { method: 'GET', path: '/users', handler, middlewares: [own] },
          { method: 'GET', path: '/posts', handler },
        ],
      },
      { method: 'GET', path: '/health', handler },
    ],
  };
  const [users, posts, health] = flat(group) as [FlatRoute, FlatRoute, FlatRoute];
  assert.deepEqual([users.path, posts.path, health.path], ['/api/v1/users', '/api/v1/posts', '/api/health']);
  assertSame(users.middlewares, [outer, inner, own]);
  assertSame(posts.middlewares, [outer, inner]);
  assertSame(health.middlewares, [outer]);
});

test('groups nest to any depth, and every level adds its path and its middlewares', () => {
  const layers: Layer[] = [];
  let route: Route = { method: 'GET', path: '/end', handler };
  for (let depth = 99; depth >= 0; depth--) {
    layers.unshift(new Layer());
    route = { path: `/${depth}`, middlewares: [layers[0]!], children: [route] };
  }
  const [flat] = flat1(route);
  assert.equal(flat.path, `/${Array.from({ length: 100 }, (_, depth) => depth).join('/')}/end`);
  assertSame(flat.middlewares, layers);
});

test('a route with a method, a handler and children is both, itself first', () => {
  const own = new Layer();
  const route: Route = {
    method: 'GET',
    path: '/posts',
    handler,
    middlewares: [own],
    children: [{ method: 'GET', path: '/:id', handler }],
  };
  assert.deepEqual(lines(route), ['GET /posts', 'GET /posts/:id']);
  for (const one of flat(route)) assertSame(one.middlewares, [own]);
});

test('parameters of a group belong to its children', () => {
  const children: Route[] = [{ method: 'GET', path: '/comments/:comment', handler }];
  assert.deepEqual(lines({ path: '/posts/:post', children }), ['GET /posts/:post/comments/:comment']);
});

test('CLI routes have no Method. The Path is the command name; nested commands are joined with /', () => {
  const commands: Route = {
    path: 'g',
    children: [
      { path: 'module', handler },
      { path: 'app', handler, children: [{ path: 'list', handler }] },
    ],
  };
  assert.deepEqual(lines(commands), ['/g/module', '/g/app', '/g/app/list']);
});

test('joinPaths: a slash too many or too few between two paths does not matter', () => {
  const joined: [string, string, string][] = [
    ['', '', '/'],
    ['', '/', '/'],
    ['/', '', '/'],
    ['/', '/', '/'],
    ['', 'a', '/a'],
    ['', '/a', '/a'],
    ['/', 'a', '/a'],
    ['/', '/a', '/a'],
    ['/a', '', '/a'],
    ['/a', '/', '/a/'],
    ['/a', 'b', '/a/b'],
    ['/a', '/b', '/a/b'],
    ['/a/', 'b', '/a/b'],
    ['/a/', '/b', '/a/b'],
    ['/a', '/b/', '/a/b/'],
    ['/a', '*', '/a/*'],
    ['/a', ':id', '/a/:id'],
  ];
  for (const [prefix, path, whole] of joined) assert.equal(joinPaths(prefix, path), whole, `${prefix} and ${path}`);
});

test('a handler that is a method of its controller is called with the controller as this', () => {
  class PostsController {
    #posts = ['first'];
    index() {
      return this.#posts;
    }
    latest = () => this.#posts.at(-1);
  }
  const controller = new PostsController();
  const children: Route[] = [
    { method: 'GET', path: '/', handler: controller.index },
    { method: 'GET', path: '/latest', handler: controller.latest },
  ];
  const [index, latest] = flat({ path: '/posts', children }, controller) as [FlatRoute, FlatRoute];
  assert.deepEqual(index.handler(ctx), ['first']);
  assert.equal(latest.handler(ctx), 'first');
  assert.deepEqual([placeOf(index), placeOf(latest)], ['PostsController.index', 'PostsController.latest']);
});

test('properties of a handler are kept when it is bound', () => {
  class Commands {
    migrate = Object.assign(() => {}, { usage: '--force' });
  }
  const commands = new Commands();
  const [migrate] = flat({ path: 'migrate', handler: commands.migrate }, commands) as [FlatRoute];
  assert.equal((migrate.handler as unknown as { usage: string }).usage, '--force');
});

test('a route is described by method, path, controller and handler, if they have names', () => {
  class PostsController {
    show() {}
  }
  const controller = new PostsController();
  const described: [Route, object | undefined, string][] = [
    [
      { method: 'GET', path: '/posts/:id', handler: controller.show },
      controller,
      'GET /posts/:id (PostsController.show)',
    ],
    [{ method: 'GET', path: '/posts', handler: () => 1 }, controller, 'GET /posts (PostsController)'],
    [{ method: 'GET', path: '/posts', handler: () => 1 }, undefined, 'GET /posts'],
    [{ method: 'GET', path: '/posts', handler: controller.show }, undefined, 'GET /posts (show)'],
    [{ path: 'migrate', handler: controller.show }, controller, '/migrate (PostsController.show)'],
  ];
  for (const [route, owner, words] of described) {
    assert.equal(describeRoute(flat(route, owner)[0]!), words);
  }
});

test('a middleware class is looked up once for each place that lists it, with the name of the place', () => {
  const guard = new Layer();
  const asked: [unknown, string][] = [];
  const find = (wanted: new () => Middleware, place: string) => {
    asked.push([wanted, place]);
    return guard;
  };
  const group: Route = {
    path: '/admin',
    middlewares: [Layer],
    children: [
      { method: 'GET', path: '/a', handler, middlewares: [Layer] },
      { method: 'GET', path: '/b', handler },
    ],
  };
  const [a, b] = flat(group, undefined, find) as [FlatRoute, FlatRoute];
  assertSame(a.middlewares, [guard, guard]);
  assertSame(b.middlewares, [guard]);
  assert.deepEqual(asked, [
    [Layer, '/admin'],
    [Layer, 'GET /admin/a'],
  ]);
});

test('a route object is never modified: the same routes may be added to two applications', () => {
  const layer = new Layer();
  const route: Route = {
    path: '/api',
    middlewares: [layer],
    children: [{ method: 'GET', path: '/a', handler, middlewares: [layer] }],
  };
  const freeze = ({ children = [], middlewares = [], ...rest }: Route): Route =>
    Object.freeze({
      ...rest,
      children: Object.freeze(children.map(freeze)) as Route[],
      middlewares: Object.freeze([...middlewares]) as Middleware[],
    });
  const frozen = freeze(route);
  assert.deepEqual(lines(frozen), ['GET /api/a']);
  assert.deepEqual(lines(frozen), ['GET /api/a']);
});

function lines(route: Route): string[] {
  return flat(route).map(({ method, path }) => (method ? `${method} ${path}` : path));
}

function flat1(route: Route): [FlatRoute] {
  const routes = flat(route);
  assert.equal(routes.length, 1);
  return routes as [FlatRoute];
}

/** Deep equality is not enough: two middlewares of one class are equal. */
function assertSame(actual: unknown[], expected: unknown[]): void {
  assert.equal(actual.length, expected.length);
  for (const [i, value] of actual.entries()) assert.ok(value === expected[i], `entry ${i}`);
}
