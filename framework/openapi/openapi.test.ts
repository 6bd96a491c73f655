import assert from 'node:assert/strict';
import { describe as group, test } from 'node:test';
import * as z from 'zod';
import {
  type Context,
  type Controller,
  createApp,
  type FlatRoute,
  field,
  type Middleware,
  module,
  type Next,
  resource,
} from '../index.ts';
import { start } from '../testing.ts';
import { describe, openApi } from './index.ts';
import { assertOpenApi } from './structure.fixture.ts';

const options = { title: 'Library', version: '1.2.3' };

class CreateBookDTO {
  @field('required,min=3') title!: string;
  @field('email') contact!: string;
}

const Author = z.object({ name: z.string() }).meta({ id: 'Author' });
const Book = z.object({ id: z.string(), title: z.string(), author: Author.optional() }).meta({ id: 'Book' });
const BookFilter = z.object({
  search: z.string().optional(),
  page: z.coerce.number().int().default(1).describe('From 1'),
});

class ReaderAuth implements Middleware {
  @describe({
    security: {
      ReaderAuth: { type: 'http', scheme: 'bearer' },
      ReaderCookie: { type: 'apiKey', in: 'cookie', name: 'id' },
    },
    responses: { 401: 'Missing token' },
  })
  handle(_: Context, next: Next) {
    return next();
  }
}

class ClubAuth implements Middleware {
  @describe({ security: { ClubKey: { type: 'apiKey', in: 'header', name: 'X-Club' } } })
  handle(_: Context, next: Next) {
    return next();
  }
}

class BooksController implements Controller {
  routes() {
    const middlewares = [ReaderAuth, ClubAuth];
    return [
      ...resource('/books', this),
      { path: '/shelves', children: [{ method: 'GET' as const, path: '/', handler: this.show }] },
      { method: 'GET' as const, path: '/files/*', handler: this.file },
      { method: 'GET' as const, path: '/club', handler: this.club, middlewares },
      { method: 'GET' as const, path: '/inline', handler: describe({ summary: 'Inline' })(() => 1) },
    ];
  }

  @describe({ summary: 'Lists books', query: BookFilter, responses: { 200: z.array(Book) } })
  index() {
    return [];
  }

  @describe({ responses: { 200: Book, 404: ['No such book', 'No such shelf'] } })
  show(ctx: Context) {
    return { id: ctx.param('id'), title: 'A' };
  }

  @describe({ body: CreateBookDTO, responses: { 201: Book, 400: 'Invalid request' }, tags: ['Writing'] })
  async create(ctx: Context) {
    return ctx.status(201).json({ id: '1', ...(await ctx.bind(CreateBookDTO)) });
  }

  @describe({ body: { schema: CreateBookDTO, optional: true, description: 'What changes' }, deprecated: true })
  update() {}

  delete() {}

  @describe({ responses: { 200: { type: 'image/png', description: 'The picture' } } })
  file() {}

  @describe({ responses: { 204: 'Nothing to say', 401: 'Not a member' } })
  club() {}
}

const Library = module('Library', { declarations: [BooksController, ReaderAuth, ClubAuth] });
const document = JSON.parse(JSON.stringify(openApi(createApp(Library).routes(), options)));

group('the document of an application', () => {
  test('follows the rules of OpenAPI', () => assertOpenApi(document));

  test('has an operation for each route, described or not', () => {
    const operations = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.keys(item as object).map((method) => `${method} ${path}`),
    );
    assert.deepEqual(operations.sort(), [
      'delete /books/{id}',
      'get /books',
      'get /books/{id}',
      'get /club',
      'get /files/{path}',
      'get /inline',
      'get /shelves',
      'post /books',
      'put /books/{id}',
    ]);
    assert.deepEqual(document.paths['/books/{id}'].delete, {
      operationId: 'BooksController.delete',
      tags: ['Books'],
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
    });
  });

  test('leaves out the routes that the application excludes, with the schemas that only they use', () => {
    const include = ({ path }: FlatRoute) => path === '/files/*';
    const part = openApi(createApp(Library).routes(), { ...options, include });
    assert.deepEqual(Object.keys(part.paths), ['/files/{path}']);
    assert.deepEqual(part.components, { schemas: {} });
    assert.deepEqual(part.info, options);
    assertOpenApi(JSON.parse(JSON.stringify(part)));
  });

  test('names parameters as the router does, and only those', () => {
    const routes = createApp(module('Empty')).router;
    routes.add({ method: 'GET', path: '/at:noon/:post-id/:größe', handler: () => 1 });
    const { paths } = openApi(routes.routes(), options);
    assert.deepEqual(Object.keys(paths), ['/at:noon/{post-id}/{größe}']);
    const { parameters } = paths['/at:noon/{post-id}/{größe}']!.get!;
    assert.deepEqual(
      parameters?.map(({ name }) => name),
      ['post-id', 'größe'],
    );
    assertOpenApi(JSON.parse(JSON.stringify(openApi(routes.routes(), options))));
  });

  test('leaves out methods that OpenAPI has no place for', () => {
    const routes = createApp(module('Empty')).router;
    routes.add({ method: 'PROPFIND', path: '/files/*', handler: () => 1 });
    assert.deepEqual(openApi(routes.routes(), options).paths, {});
  });

  test('gives a wildcard a name that no other parameter of its path has', () => {
    const routes = createApp(module('Empty')).router;
    routes.add({ method: 'GET', path: '/:path/:path2/*', handler: () => 1 });
    routes.add({ method: 'GET', path: '/v2/*/blobs/:digest', handler: () => 1 });
    const { paths } = openApi(routes.routes(), options);
    assert.deepEqual(Object.keys(paths), ['/{path}/{path2}/{path3}', '/v2/{path}/blobs/{digest}']);
    assertOpenApi(JSON.parse(JSON.stringify(openApi(routes.routes(), options))));
  });

  test('shows the body of a DTO under the name of its class', () => {
    assert.deepEqual(document.paths['/books'].post, {
      operationId: 'BooksController.create',
      tags: ['Writing'],
      requestBody: {
        required: true,
        content: { 'application/json': { schema: { $ref: '#/components/schemas/CreateBookDTO' } } },
      },
      responses: {
        201: {
          description: 'Created',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Book' } } },
        },
        400: {
          description: 'Invalid request',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
        },
      },
    });
    assert.deepEqual(Object.keys(document.components.schemas), ['Author', 'Book', 'CreateBookDTO', 'Error']);
    const { contact, title } = document.components.schemas.CreateBookDTO.properties;
    assert.deepEqual(title, { type: 'string', minLength: 3 });
    assert.equal(JSON.stringify(contact).includes('pattern'), false);
    assert.equal(document.paths['/books/{id}'].put.requestBody.required, false);
  });

  test('names the schemas that have an id, wherever they are used', () => {
    const { schema } = document.paths['/books'].get.responses[200].content['application/json'];
    assert.deepEqual(schema, { type: 'array', items: { $ref: '#/components/schemas/Book' } });
    assert.deepEqual(document.components.schemas.Book.properties.author, { $ref: '#/components/schemas/Author' });
    assert.deepEqual(document.components.schemas.Book.required, ['id', 'title']);
  });

  test('shows query parameters with the type that they are converted to', () => {
    assert.deepEqual(document.paths['/books'].get.parameters, [
      { name: 'search', in: 'query', required: false, schema: { type: 'string' } },
      {
        name: 'page',
        in: 'query',
        required: false,
        schema: { type: 'integer', default: 1, minimum: -9007199254740991, maximum: 9007199254740991 },
        description: 'From 1',
      },
    ]);
  });

  test('joins what middlewares and the handler say', () => {
    const { security, responses } = document.paths['/club'].get;
    assert.deepEqual(security, [
      { ReaderAuth: [], ClubKey: [] },
      { ReaderCookie: [], ClubKey: [] },
    ]);
    assert.equal(responses[401].description, 'Missing token, or Not a member');
    assert.deepEqual(responses[204], { description: 'Nothing to say' });
    assert.deepEqual(Object.keys(document.components.securitySchemes), ['ReaderAuth', 'ReaderCookie', 'ClubKey']);
  });

  test('joins several reasons for one status', () => {
    assert.equal(document.paths['/books/{id}'].get.responses[404].description, 'No such book, or No such shelf');
  });

  test('describes a body that is not JSON', () => {
    assert.deepEqual(document.paths['/files/{path}'].get.responses, {
      200: { description: 'The picture', content: { 'image/png': {} } },
    });
  });

  test('describes an inline handler too, and only the first of two routes with one handler has its id', () => {
    assert.deepEqual(document.paths['/inline'].get, { summary: 'Inline', tags: ['Books'] });
    assert.equal(document.paths['/books/{id}'].get.operationId, 'BooksController.show');
    assert.equal(document.paths['/shelves'].get.operationId, undefined);
  });

  test('uses the shape of errors that the application declares', () => {
    const error = z.object({ errors: z.record(z.string(), z.array(z.string())) }).meta({ id: 'Problems' });
    const routes = createApp(Library).routes();
    const other = JSON.parse(
      JSON.stringify(openApi(routes, { ...options, error, servers: [{ url: 'https://x.example' }] })),
    );
    assertOpenApi(other);
    assert.deepEqual(other.paths['/club'].get.responses[401].content['application/json'].schema, {
      $ref: '#/components/schemas/Problems',
    });
    assert.equal('Error' in other.components.schemas, false);
    const typed = openApi(routes, { ...options, error: { schema: error, type: 'application/problem+json' } });
    assertOpenApi(JSON.parse(JSON.stringify(typed)));
    assert.deepEqual(typed.paths['/club']?.get?.responses?.[401]?.content, {
      'application/problem+json': { schema: { $ref: '#/components/schemas/Problems' } },
    });
  });
});

test('a middleware that wraps a described one has its description, and one without any has none', () => {
  const configured = Object.create(new ClubAuth(), { handle: { value: (_: Context, next: Next) => next() } });
  const plain = { handle: (_: Context, next: Next) => next() };
  class X implements Controller {
    routes() {
      return [{ method: 'GET' as const, path: '/x', handler: this.x, middlewares: [configured, plain] }];
    }
    x() {}
  }
  const { paths } = openApi(createApp(module('M', { declarations: [X] })).routes(), options);
  assert.deepEqual(paths['/x']!.get!.security, [{ ClubKey: [] }]);
});

test('a described handler and middleware still work', async () => {
  const client = await start(Library);
  try {
    const created = await client.post('/books', { title: 'Gardens' });
    assert.deepEqual([created.status, created.body], [201, { id: '1', title: 'Gardens', contact: '' }]);
    assert.equal((await client.get('/books/7')).body.id, '7');
  } finally {
    await client.stop();
  }
});

const mistakes: [name: string, describe: Parameters<typeof describe>[0], message: RegExp][] = [
  [
    'two different schemas with one name',
    {
      body: z.object({ a: z.string() }).meta({ id: 'One' }),
      responses: { 200: z.object({ b: z.string() }).meta({ id: 'One' }) },
    },
    /^GET \/x: another schema with different properties is also called One\./,
  ],
  ['a name with a space', { body: z.object({}).meta({ id: 'A book' }) }, /^GET \/x: "A book" can't be the name/],
  ['a query that is not an object', { query: z.string() }, /^GET \/x: the query isn't described by an object/],
  ['a type without JSON', { body: z.object({ at: z.date() }) }, /^GET \/x: Date cannot be represented/],
  [
    'a library that knows no JSON Schema',
    { body: { '~standard': { version: 1, vendor: 'old', validate: () => ({ value: 1 }) } } },
    /^GET \/x: this version of old can't convert/,
  ],
];
for (const [name, description, message] of mistakes) {
  test(`${name} is an error that names the route`, () => {
    class X implements Controller {
      routes() {
        return [{ method: 'GET' as const, path: '/x', handler: this.x }];
      }
      @describe(description)
      x() {}
    }
    const routes = createApp(module('M', { declarations: [X] })).routes();
    assert.throws(() => openApi(routes, options), { message });
  });
}

test('a schema that contains itself needs a name, and works with one', () => {
  const Tree = z.object({
    get children() {
      return z.array(Tree);
    },
  });
  const routesWith = (body: z.ZodType) => {
    class X implements Controller {
      routes() {
        return [{ method: 'POST' as const, path: '/x', handler: this.x }];
      }
      @describe({ body })
      x() {}
    }
    return createApp(module('M', { declarations: [X] })).routes();
  };
  assert.throws(() => openApi(routesWith(Tree), options), /contains itself needs a name/);
  assert.throws(() => openApi(routesWith(z.object({ Tree })), options), /contains itself needs a name/);
  const Named = z
    .object({
      get children() {
        return z.array(Named);
      },
    })
    .meta({ id: 'Named' });
  assertOpenApi(JSON.parse(JSON.stringify(openApi(routesWith(Named), options))));
});

test('the decorator says what to change under experimentalDecorators', () => {
  const legacy = describe({}) as unknown as (target: object, name: string) => void;
  assert.throws(() => legacy({}, 'show'), { message: /remove experimentalDecorators from tsconfig\.json/ });
});

group('the rules of OpenAPI are checked', () => {
  const broken: [name: string, change: (copy: typeof document) => void][] = [
    ['a response without a description', (copy) => delete copy.paths['/club'].get.responses[204].description],
    ['a reference that leads nowhere', (copy) => delete copy.components.schemas.Author],
    ['an unknown field', (copy) => Object.assign(copy.paths['/club'].get, { handler: 1 })],
    ['a path parameter that is missing', (copy) => delete copy.paths['/books/{id}'].delete.parameters],
    ['an unknown security scheme', (copy) => delete copy.components.securitySchemes.ClubKey],
    ['no title', (copy) => delete copy.info.title],
    ['one id twice', (copy) => Object.assign(copy.paths['/club'].get, { operationId: 'BooksController.show' })],
  ];
  for (const [name, change] of broken) {
    test(name, () => {
      const copy = structuredClone(document);
      change(copy);
      assert.throws(() => assertOpenApi(copy), assert.AssertionError);
    });
  }
});
