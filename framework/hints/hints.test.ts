import assert from 'node:assert/strict';
import test from 'node:test';
import { type AppOptions, createApp } from '../app.ts';
import { inject } from '../core/inject.ts';
import { module } from '../core/module.ts';
import { field } from '../dto/field.ts';
import { serve } from '../fixtures/serve.ts';
import type { Context } from '../http/context.ts';
import type { Middleware, Next, Route } from '../routing/route.ts';

class Found {}

const app = (routes: unknown, options: AppOptions = {}) => {
  class PostsController {
    routes(): Route[] {
      return routes as Route[];
    }
  }
  return createApp(module('PostsModule', { declarations: [PostsController] }), options);
};

function guard(_ctx: Context, next: Next) {
  return next();
}

const handler = () => 'hello';
const mistakes: [name: string, routes: unknown, message: RegExp][] = [
  ['a group without children', [{ path: '/posts' }], /^PostsController → \/posts: neither a handler nor children\./],
  ['an unknown method', [{ method: 'FETCH', path: '/', handler }], /^PostsController → FETCH \/: unknown method\./],
  [
    'children that are not an array',
    [{ path: '/posts', children: { path: '/', handler } }],
    /^PostsController → \/posts: children isn't an array\./,
  ],
  [
    'a function as a middleware',
    [{ method: 'GET', path: '/', handler, middlewares: [guard] }],
    /^GET \/: a middleware is a function \(guard\)\. Write a class with a method handle\(ctx, next\), or an object/,
  ],
  [
    'an arrow function as a middleware',
    [{ method: 'GET', path: '/', handler, middlewares: [(_: Context, next: Next) => next()] }],
    /^GET \/: a middleware is a function\. Write a class/,
  ],
  ['routes() without a return', undefined, /^PostsController\.routes\(\) returned undefined, not an array of routes\./],
  ['routes() with one route', { path: '/' }, /^PostsController\.routes\(\) returned object, not an array of routes\./],
];

for (const [name, routes, message] of mistakes) {
  test(`${name} is refused with a message that names the place and the fix`, () => {
    assert.throws(
      () => app(routes),
      (error: Error) => {
        assert.match(error.message, message);
        return true;
      },
    );
  });
}

test('a function among the middlewares of the application is refused too', () => {
  assert.throws(
    () => app([], { middlewares: [guard as never] }),
    /^TypeError: createApp: a middleware is a function \(guard\)/,
  );
});

class Base {
  @field('required') title!: string;
}

const losing: [name: string, dto: new () => object, member: string][] = [
  [
    'a property',
    class WithProperty extends Base {
      slug!: string;
    },
    'WithProperty.slug',
  ],
  [
    'a method',
    class WithMethod extends Base {
      isLong(): boolean {
        return this.title.length > 100;
      }
    },
    'WithMethod.isLong',
  ],
  [
    'a getter',
    class WithGetter extends Base {
      get upper(): string {
        return this.title.toUpperCase();
      }
    },
    'WithGetter.upper',
  ],
];

for (const [name, dto, member] of losing) {
  test(`a DTO with ${name} that bind would leave out is refused`, async (t) => {
    const served = await serve(t, [{ method: 'POST', path: '/', handler: (ctx) => ctx.bind(dto) }]);
    assert.equal((await served.post('/', { title: 'A title' })).status, 500);
    const error = String(served.log.at('error')[0]?.fields.error);
    assert.ok(error.startsWith(`TypeError: ${member} has no @field, so bind() would leave it out`), error);
  });
}

test('a DTO that inherits decorated fields, or has none of its own, is accepted', async (t) => {
  class Renamed extends Base {}
  const served = await serve(t, [{ method: 'POST', path: '/', handler: (ctx) => ctx.bind(Renamed) }]);
  assert.deepEqual((await served.post('/', { title: 'A title' })).body, { title: 'A title' });
});

test('experimentalDecorators is named as the cause', () => {
  // With this setting, the compiler turns a decorator into a call with the prototype and the name of the property.
  const legacy = (decorator: unknown) => (decorator as (target: object, name: string) => void)(Base.prototype, 'title');
  assert.throws(
    () => legacy(inject(Found)),
    /^TypeError: @inject\(…\) on title: this file was compiled with experimentalDecorators\./,
  );
  assert.throws(
    () => legacy(field('required')),
    /^TypeError: @field\('required'\) on title: this file was compiled with experimentalDecorators\./,
  );
});

test('a middleware that wraps the context in an object gets an error that says what to return', async (t) => {
  const envelope: Middleware = { handle: async (_ctx, next) => ({ data: await next() }) };
  const served = await serve(t, [
    { method: 'GET', path: '/', middlewares: [envelope], handler: (ctx) => ctx.status(201).json({ id: 1 }) },
  ]);
  assert.equal((await served.get('/')).status, 500);
  assert.match(String(served.log.at('error')[0]?.fields.error), /has to return ctx unchanged if next\(\) returned it/);
});
