import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Method, Route } from './route.ts';
import { Router } from './router.ts';

const handler = () => undefined;
const wholeSegment =
  "isn't a valid parameter. A parameter is a whole segment: a colon and a name, like :id. Write a literal colon as %3A.";
const refusals: [string, Route, string][] = [
  ['a parameter without a name', { method: 'GET', path: '/a/:', handler }, `GET /a/:: ":" ${wholeSegment}`],
  ['a parameter that begins with a digit', { method: 'GET', path: '/:1', handler }, `GET /:1: ":1" ${wholeSegment}`],
  [
    'a parameter that is a part of a segment',
    { method: 'GET', path: '/files/:name.json', handler },
    `GET /files/:name.json: ":name.json" ${wholeSegment}`,
  ],
  ['two parameters in a segment', { method: 'GET', path: '/:a:b', handler }, `GET /:a:b: ":a:b" ${wholeSegment}`],
  ['an escape in a parameter', { method: 'GET', path: '/:a%20', handler }, `GET /:a%20: ":a%20" ${wholeSegment}`],
  [
    'a field that a route does not have',
    { method: 'GET', path: '/a', handler, middleware: [] } as Route,
    'GET /a: "middleware" isn\'t a field of a route. The fields are method, path, handler, middlewares, children.',
  ],
  [
    'two parameters of one name',
    { method: 'GET', path: '/a/:id/b/:id', handler },
    'GET /a/:id/b/:id: two parameters are called ":id". Rename one of them.',
  ],
  [
    'two wildcards in one path',
    { method: 'GET', path: '/a/*/b/*', handler },
    'GET /a/*/b/*: a path can have only one "*". Write a literal asterisk as %2A.',
  ],
  [
    'a star inside a segment',
    { method: 'GET', path: '/a/b*', handler },
    'GET /a/b*: "*" must be the last segment, on its own. Write a literal asterisk as %2A.',
  ],
  [
    'two stars',
    { method: 'GET', path: '/a/**', handler },
    'GET /a/**: "*" must be the last segment, on its own. Write a literal asterisk as %2A.',
  ],
  [
    'a percent sign that does not start an escape',
    { method: 'GET', path: '/100%/a', handler },
    'GET /100%/a: "%" must start a UTF-8 escape. Write a plain % as %25.',
  ],
  [
    'an escape that is not valid UTF-8',
    { method: 'GET', path: '/%FF', handler },
    'GET /%FF: "%" must start a UTF-8 escape. Write a plain % as %25.',
  ],
  [
    'a query in a path',
    { method: 'GET', path: '/a?b=:c', handler },
    'GET /a?b=:c: a path can\'t contain "?" or "#". Read query parameters with ctx.query().',
  ],
  [
    'a fragment in a path',
    { method: 'GET', path: '/a#b', handler },
    'GET /a#b: a path can\'t contain "?" or "#". Read query parameters with ctx.query().',
  ],
  [
    'two slashes in front',
    { method: 'GET', path: '//a', handler },
    'GET //a: no request path starts with two slashes, so this route never matches. Write /a.',
  ],
  [
    'a handler without a method',
    { path: '/a', handler: function list() {} },
    "/a (list): a handler without a method. Add method: 'GET'. If it is a command, import its module only where the platform is cli().",
  ],
  [
    'an unknown method',
    { method: 'FETCH' as Method, path: '/a', handler },
    'FETCH /a: unknown method. Use one of GET, POST, PUT, PATCH, DELETE, OPTIONS, HEAD.',
  ],
  [
    'a method in small letters',
    { method: 'get' as Method, path: '/a', handler },
    'get /a: unknown method. Use one of GET, POST, PUT, PATCH, DELETE, OPTIONS, HEAD.',
  ],
  [
    'neither a handler nor children',
    { method: 'GET', path: '/a' },
    'GET /a: neither a handler nor children. Add handler: this.name, or children: […].',
  ],
  [
    'a method without a handler',
    { method: 'GET', path: '/a', children: [] },
    'GET /a: a method without a handler. Add handler: this.name, or remove the method.',
  ],
  [
    'a handler that was called instead of named',
    { method: 'GET', path: '/a', handler: Promise.resolve() as never },
    "GET /a: the handler isn't a function. Write handler: this.name, without calling it.",
  ],
  [
    'a middleware that is undefined',
    { method: 'GET', path: '/a', handler, middlewares: [undefined as never] },
    "GET /a: a middleware has no method handle(ctx, next). Check its import and the method's name.",
  ],
  [
    'a middleware without handle',
    { method: 'GET', path: '/a', handler, middlewares: [{ handel() {} } as never] },
    "GET /a: a middleware has no method handle(ctx, next). Check its import and the method's name.",
  ],
  ['a route without a path', { method: 'GET', handler } as never, 'A route below "/" has no path. Add path: \'/…\'.'],
  [
    'a child without a path',
    { path: '/api', children: [{ method: 'GET', handler } as never] },
    'A route below "/api" has no path. Add path: \'/…\'.',
  ],
  [
    'a mistake in a child, under its full path',
    { path: '/api', children: [{ path: 'v1', children: [{ method: 'GET', path: ':1', handler }] }] },
    `GET /api/v1/:1: ":1" ${wholeSegment}`,
  ],
  [
    'a wildcard below a group with a wildcard',
    { path: '/files/*', children: [{ method: 'GET', path: '/*', handler }] },
    'GET /files/*/*: a path can have only one "*". Write a literal asterisk as %2A.',
  ],
];

for (const [mistake, route, message] of refusals) {
  test(`add refuses ${mistake}, and the router stays as it was`, () => {
    const router = new Router().add({ method: 'GET', path: '/before', handler });
    assert.throws(() => router.add(route), { name: 'TypeError', message });
    assert.equal(router.routes().length, 1);
  });
}

test('a refusal names the controller and the handler', () => {
  class PostsController {
    show() {}
  }
  const route: Route = { method: 'GET', path: '/posts/:post.id', handler: PostsController.prototype.show };
  assert.throws(() => new Router().add(route, new PostsController()), {
    message: `GET /posts/:post.id (PostsController.show): ":post.id" ${wholeSegment}`,
  });
});
