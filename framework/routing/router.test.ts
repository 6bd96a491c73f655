import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Context } from '../http/context.ts';
import { parseTarget } from '../http/target.ts';
import { rareCases } from './rare.cases.ts';
import { type Method, methods, type Route } from './route.ts';
import { cases as usualCases } from './router.cases.ts';

const cases = [...usualCases, ...rareCases];

import { type Match, Router } from './router.ts';

const ctx = {} as Context;

for (const { rule, routes, removed = [], added = [], requests } of cases) {
  test(rule, () => {
    const router = routerWith(...routes);
    for (const line of removed) assert.ok(router.remove(...split(line)), `nothing to remove: ${line}`);
    for (const line of added) router.add(routeOf(line));
    for (const [request, route, kind, params = {}] of requests) {
      // Twice: the second result may come from the cache, and must be the same.
      for (const time of ['first', 'second']) {
        assert.deepEqual(
          shown(ask(router, request)),
          route === undefined ? undefined : { route, kind, params: Object.entries(params) },
          `${request}, the ${time} time`,
        );
      }
    }
  });
}

test('the table above has at least 250 requests, and no rule twice', () => {
  assert.ok(cases.flatMap(({ requests }) => requests).length >= 250);
  assert.equal(new Set(cases.map(({ rule }) => rule)).size, cases.length);
});

test('Supported methods: GET, POST, PUT, PATCH, DELETE, OPTIONS (CORS preflight), HEAD', () => {
  assert.deepEqual(methods, ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD']);
  const router = new Router();
  for (const method of methods) router.add({ method, path: '/', handler: () => method });
  for (const method of methods) assert.equal(router.resolve(method, '/')?.run(ctx), method);
});

test('Resolution order: exact path match, then pattern match with parameters, then wildcard match, then 404', () => {
  const router = routerWith('GET /a/*', 'GET /a/:x', 'GET /a/b');
  const kinds = () => router.resolve('GET', '/a/b')?.kind;
  assert.equal(kinds(), 'exact');
  router.remove('GET', '/a/b');
  assert.equal(kinds(), 'pattern');
  router.remove('GET', '/a/:x');
  assert.equal(kinds(), 'wildcard');
  router.remove('GET', '/a/*');
  assert.equal(kinds(), undefined);
});

test('no route: resolve returns undefined, even if the path exists for other methods', () => {
  const router = routerWith('GET /a', 'POST /b/:x', 'PUT /c/*');
  assert.equal(router.resolve('GET', '/nowhere'), undefined);
  assert.equal(router.resolve('POST', '/a'), undefined);
  assert.equal(router.resolve('GET', '/b/1'), undefined);
  assert.equal(router.resolve('GET', '/c/1'), undefined);
});

test('a parameter has at most 1,024 characters', () => {
  const router = new Router().add({ method: 'GET', path: '/posts/:slug', handler: () => '' });
  const slug = 'a'.repeat(1_024);
  assert.equal(router.resolve('GET', `/posts/${slug}`)?.params.slug, slug);
  assert.equal(router.resolve('GET', `/posts/${slug}a`), undefined);
});

test('no route: allowed lists the methods of the path in a fixed order, with HEAD for GET, and OPTIONS', () => {
  const router = routerWith(
    'DELETE /posts/:id',
    'GET /posts/:id',
    'PUT /posts/*',
    'POST /posts/new',
    'PATCH /posts/new/x',
    'POST /only',
    'OPTIONS /options',
    'HEAD /head',
  );
  assert.deepEqual(router.allowed('/posts/new'), ['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'HEAD']);
  assert.deepEqual(router.allowed('/posts/new/'), ['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'HEAD']);
  assert.deepEqual(router.allowed('/posts/1'), ['GET', 'PUT', 'DELETE', 'OPTIONS', 'HEAD']);
  assert.deepEqual(router.allowed('/posts/'), ['PUT', 'OPTIONS']);
  assert.deepEqual(router.allowed('/posts'), []);
  assert.deepEqual(router.allowed('/only'), ['POST', 'OPTIONS']);
  assert.deepEqual(router.allowed('/options'), ['OPTIONS']);
  assert.deepEqual(router.allowed('/head'), ['OPTIONS', 'HEAD']);
  assert.deepEqual(router.allowed('/'), []);
  router.remove('PUT', '/posts/*');
  assert.deepEqual(router.allowed('/posts/'), []);
});

test('no route: a string that is not a path has no allowed methods, even with patterns and wildcards at the root', () => {
  const router = routerWith('GET /', 'GET /:page', 'GET /*');
  for (const path of ['*', '', 'a', 'a/b']) {
    assert.deepEqual(router.allowed(path), [], path);
    assert.equal(router.resolve('GET', path), undefined, path);
  }
});

test('allowed considers every pattern that matches, not only the one that wins', () => {
  const router = routerWith('GET /a/:x', 'POST /:y/b', 'PUT /:y/:z', 'DELETE /:y/*');
  assert.deepEqual(router.allowed('/a/b'), ['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'HEAD']);
  assert.deepEqual(router.allowed('/c/d'), ['PUT', 'DELETE', 'OPTIONS']);
});

test('two equal routes: adding fails and names both', () => {
  class PostsController {
    show() {}
  }
  const { show } = PostsController.prototype;
  const router = new Router();
  router.add({ method: 'GET', path: '/posts/:id', handler: show }, new PostsController());
  assert.throws(() => router.add({ method: 'GET', path: '/posts/:slug/', handler: () => 'other' }), {
    message:
      'GET /posts/:slug/ and GET /posts/:id (PostsController.show) match the same requests. ' +
      'Remove one of them, or change its path.',
  });
  assert.equal(router.routes().length, 1);
});

test('two equal routes: two routes are equal when their shapes are', () => {
  const equal: [string, string][] = [
    ['GET /a', 'GET /a'],
    ['GET /a', 'GET /a/'],
    ['GET /a', 'GET a'],
    ['GET /', 'GET '],
    ['GET /a/:x', 'GET /a/:y'],
    ['GET /a/:x', 'GET /a/:x/'],
    ['GET /:a/b/:c', 'GET /:x/b/:z'],
    ['GET /a/*', 'GET /a/*/'],
    ['GET /:a/*', 'GET /:b/*'],
    ['GET /*', 'GET *'],
    ['GET /admin', 'GET /%61dmin'],
    ['GET /é', 'GET /%c3%A9'],
    ['GET /a%2fb', 'GET /a%2Fb'],
    ['GET /a//b', 'GET /a//b/'],
    ['HEAD /a', 'HEAD /a'],
  ];
  for (const [first, second] of equal) {
    const router = routerWith(first);
    assert.throws(() => router.add(routeOf(second)), /match the same requests/, `${first} and ${second}`);
  }
  const different: [string, string][] = [
    ['GET /a', 'POST /a'],
    ['GET /a', 'HEAD /a'],
    ['GET /a', 'GET /A'],
    ['GET /a', 'GET /:a'],
    ['GET /a/:x', 'GET /a/*'],
    ['GET /*', 'GET /:x'],
    ['GET /:id', 'GET /%3Aid'],
    ['GET /a/*', 'GET /a/%2A'],
    ['GET /a%2Fb', 'GET /a/b'],
    ['GET /a%2Fb', 'GET /a%252Fb'],
    ['GET /a//b', 'GET /a/b'],
    ['GET /a/b//', 'GET /a/b/'],
  ];
  for (const [first, second] of different) {
    assert.equal(routerWith(first, second).routes().length, 2, `${first} and ${second}`);
  }
});

test('remove returns false if there is no such route, and leaves the others alone', () => {
  const router = routerWith('GET /a', 'GET /b/:x', 'GET /c/:x/d', 'GET /e/*');
  for (const line of ['POST /a', 'GET /b', 'GET /b/x', 'GET /b/*', 'GET /c/:x', 'GET /c/:x/d/e', 'GET /e', 'GET /:e']) {
    assert.equal(router.remove(...split(line)), false, line);
  }
  assert.equal(router.routes().length, 4);
  assert.equal(router.remove('GET', '/a'), true);
  assert.equal(router.remove('GET', '/a'), false);
  assert.equal(router.resolve('GET', '/c/1/d')?.kind, 'pattern');
});

test('a route may be added and removed many times', () => {
  const router = routerWith('GET /a/:x/b');
  for (let year = 0; year < 100; year++) {
    router.add(routeOf('GET /a/:y/c/:z')).add(routeOf('GET /a/:y/*')).add(routeOf('GET /a/b/c'));
    assert.equal(router.resolve('GET', '/a/1/c/2')?.kind, 'pattern');
    for (const path of ['/a/:x/c/:x2', '/a/:x/*', '/a/b/c']) assert.ok(router.remove('GET', path));
    assert.equal(router.resolve('GET', '/a/1/c/2'), undefined);
    assert.equal(router.resolve('GET', '/a/1/b')?.kind, 'pattern');
  }
  assert.equal(router.routes().length, 1);
});

test('adding a group is all or nothing: the routes before the mistake are removed again', () => {
  const router = routerWith('GET /a/:x', 'POST /api/users');
  const before = router.routes();
  const handler = () => 'new';
  const mistakes: Route[] = [
    { method: 'POST', path: '/users/', handler },
    { method: 'GET', path: '/:id/:id', handler },
    { path: '/forgotten', handler },
    { method: 'GET', path: '/late', handler: 'text' as never },
    { method: 'GET', path: '/twice', handler },
  ];
  for (const mistake of mistakes) {
    const children: Route[] = [
      { method: 'GET', path: '/twice', handler },
      { method: 'GET', path: '/users/:id', handler },
      { method: 'GET', path: '/files/*', handler },
      mistake,
    ];
    assert.throws(() => router.add({ path: '/api', children }));
    assert.deepEqual(router.routes(), before);
    assert.deepEqual(router.allowed('/api/twice'), []);
    assert.equal(router.resolve('GET', '/api/users/1'), undefined);
    assert.equal(router.resolve('GET', '/api/files/1'), undefined);
    assert.equal(router.resolve('POST', '/api/users')?.run(ctx), 'POST /api/users');
  }
});

test('routes returns every route without its groups, in the order in which they were added', () => {
  const router = new Router();
  router.add({ path: '/b', children: [routeOf('GET /:x'), routeOf('GET /c')] }).add(routeOf('POST /a'));
  assert.deepEqual(
    router.routes().map(({ method, path }) => `${method} ${path}`),
    ['GET /b/:x', 'GET /b/c', 'POST /a'],
  );
  router.remove('GET', '/b/:x');
  router.add(routeOf('GET /b/:x'));
  assert.deepEqual(
    router.routes().map(({ method, path }) => `${method} ${path}`),
    ['GET /b/c', 'POST /a', 'GET /b/:x'],
  );
});

test('params have no prototype and cannot be changed: the cache hands the same object to every request', () => {
  const router = routerWith('GET /', 'GET /:id', 'GET /files/*');
  for (const path of ['/', '/1', '/files/1']) {
    const params = router.resolve('GET', path)!.params as Record<string, string>;
    assert.equal(Object.getPrototypeOf(params), null);
    assert.throws(() => {
      params.id = 'forged';
    }, TypeError);
  }
});

test('add takes middleware instances without a container; a class without one is refused, and the message says why', () => {
  class Guard {
    handle() {
      return 'stopped';
    }
  }
  const route = (guard: Guard | typeof Guard): Route => ({ ...routeOf('GET /a'), middlewares: [guard] });
  assert.equal(new Router().add(route(new Guard())).resolve('GET', '/a')?.run(ctx), 'stopped');
  assert.throws(() => new Router().add(route(Guard)), {
    name: 'TypeError',
    message: 'GET /a: this router has no container to build Guard. Pass an instance.',
  });
  const guard = new Guard();
  const asked: unknown[] = [];
  const router = new Router([], (wanted, label) => {
    asked.push(wanted, label);
    return guard;
  });
  assert.equal(router.add(route(Guard)).resolve('GET', '/a')?.run(ctx), 'stopped');
  assert.deepEqual(asked, [Guard, 'GET /a']);
});

function routerWith(...lines: string[]): Router {
  const router = new Router();
  for (const line of lines) router.add(routeOf(line));
  return router;
}

function routeOf(line: string): Route {
  const [method, path] = split(line);
  return { method, path, handler: () => `${method} ${path}` };
}

function split(line: string): [Method, string] {
  const space = line.indexOf(' ');
  return [line.slice(0, space) as Method, line.slice(space + 1)];
}

function ask(router: Router, request: string): Match | undefined {
  const [method, target] = split(request);
  // An invalid target never reaches the router from outside. Given one directly, it must not match either.
  return router.resolve(method, parseTarget(target)?.path ?? target);
}

function shown(match: Match | undefined) {
  if (match === undefined) return undefined;
  const { route, kind, params } = match;
  return { route: `${route.method} ${route.path}`, kind, params: Object.entries(params) };
}
