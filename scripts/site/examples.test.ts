import '../../docs/examples/tested.ts';
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type App, createApp, Database, type Module, module, provide } from 'trellis';
import { openApi } from 'trellis/openapi';
import { runCommand, start } from 'trellis/testing';
import { AnswersModule } from '../../docs/examples/answers.ts';
import { EventsModule } from '../../docs/examples/bodies.ts';
import { AppModule as BookingsModule, openApiOptions } from '../../docs/examples/bookings.ts';
import { GreetModule } from '../../docs/examples/commands.ts';
import { club } from '../../docs/examples/guards.ts';
import { LibraryModule } from '../../docs/examples/library.ts';
import { pages } from '../../docs/examples/pages.ts';
import { ReadersModule } from '../../docs/examples/parts.ts';
import { type ProductFilter, ProductsModule, ProductsService } from '../../docs/examples/products.ts';
import { NotesService } from '../../docs/examples/stores.ts';
import { openDatabase } from '../../framework/drivers/database-driver.ts';
import { openSchema } from '../../framework/drivers/fixtures/postgres-schema.ts';
import { assertOpenApi } from '../../framework/openapi/structure.fixture.ts';

/** A request, and what the guide says of its answer. */
type Case = [
  request: string,
  status: number,
  answer?: unknown,
  headers?: Record<string, string>,
  given?: { headers?: Record<string, string>; body?: unknown },
];

async function ask(what: App | Module, cases: Case[]): Promise<void> {
  const client = await start(what);
  try {
    for (const [request, status, expected, headers = {}, given = {}] of cases) {
      const [method = '', path = ''] = request.split(' ');
      const answer = await client.send(method, path, given.body, given.headers);
      assert.equal(answer.status, status, request);
      if (expected !== undefined) assert.deepEqual(answer.body ?? answer.text, expected, request);
      for (const [name, value] of Object.entries(headers)) assert.equal(answer.headers.get(name), value, request);
    }
  } finally {
    await client.stop();
  }
}

describe('the guide’s examples do what the guide says', () => {
  const book = { id: '1', title: 'The Gardener' };

  test('routing', () =>
    ask(LibraryModule, [
      ['GET /books/newest', 200, book],
      ['GET /books/1', 200, book],
      ['GET /books/', 200, [book]],
      ['GET /%62ooks/1', 200, book],
      ['GET /shelves/a%20b/places/3', 200, { shelf: 'a b', place: '3' }],
      ['GET /files/a/b.txt', 200, { rest: 'a/b.txt' }],
      ['GET /files', 404],
      ['GET /Books', 404],
      ['GET /api/v1/books', 200, [book]],
      ['GET /api/v2/books?page=2&page=3', 200, { page: 2, books: [book] }],
      ['HEAD /books', 200, ''],
      ['OPTIONS /books', 204, '', { allow: 'GET, OPTIONS, HEAD' }],
      ['POST /books', 404, { error: 'Not Found' }, { allow: 'GET, OPTIONS, HEAD' }],
      ['GET /%zz', 400, { error: 'Bad Request' }],
    ]));

  test('context', () =>
    ask(AnswersModule, [
      ['GET /value', 200, { greeting: 'Hello, reader' }],
      ['GET /value?name=Ada', 200, { greeting: 'Hello, Ada' }],
      ['POST /created', 201, { id: '7' }],
      ['GET /text', 200, 'plain words', { 'x-language': 'de' }, { headers: { 'accept-language': 'de' } }],
      ['GET /old', 302, '', { location: '/value' }],
      ['GET /cookie', 200, { before: '' }, { 'set-cookie': 'visits=1; Max-Age=3600; Path=/; HttpOnly; SameSite=Lax' }],
      ['GET /teapot', 418, { error: 'No coffee here' }],
      ['GET /maps/error', 503, { error: 'Not today', status: 503 }],
      ['GET /maps/data', 202, { queued: true }],
      ['GET /file', 200],
      ['GET /slow', 500, { error: 'Internal Server Error' }],
      ['POST /raw', 200, { bytes: 5 }, {}, { body: 'bytes' }],
    ]));

  test('middleware', () =>
    ask(club, [
      ['GET /door', 200, { request: '1' }, { 'x-request-id': '1' }],
      ['GET /nowhere', 404, { error: 'Not Found' }, { 'x-request-id': '2' }],
      ['GET /club/me', 401, { error: 'Members only' }],
      ['GET /club/me', 200, { member: 'Ada' }, {}, { headers: { 'x-member': 'Ada' } }],
      ['GET /club/rules', 200, { data: ['Be kind.'] }, {}, { headers: { 'x-member': 'Ada' } }],
    ]));

  test('injection', () => ask(ReadersModule, [['POST /welcome', 200, { sent: 1 }]]));

  test('validation', () => {
    const event = { title: 'Reading', contact: 'ada@example.com', seats: 3 };
    const whole = { ...event, price: 0, online: false };
    const refused = { error: 'Invalid request' };
    const body = (value: unknown) => ({ body: value });
    return ask(EventsModule, [
      ['POST /events', 201, whole, {}, body({ ...event, unknown: 1, price: null })],
      ['POST /events', 400, refused, {}, body({ ...event, seats: 0 })],
      ['POST /events', 400, refused, {}, body({ ...event, seats: '3' })],
      ['POST /events', 400, refused, {}, body({ ...event, contact: 'nobody' })],
      ['POST /events', 400, refused, {}, body('no json')],
      ['POST /events', 400, refused, {}, body(new Uint8Array([0x22, 0xff, 0x22]))],
      ['POST /events', 400, refused, {}, body('{"__proto__":{}}')],
      ['POST /events', 413, { error: 'Payload Too Large' }, {}, body(`"${'x'.repeat(1024 * 1024)}"`)],
      ['PUT /events/4', 200, { id: '4', title: 'Reading', note: '' }, {}, body(event)],
      ['PUT /events/4', 400, refused, {}, body({ ...event, note: 'ab' })],
    ]);
  });

  test('web', () =>
    ask(pages, [
      ['GET /?name=<b>', 200, '<!doctype html><title>Home</title><!-- made by hand --><h1>Hello, &lt;b&gt;</h1>'],
      ['GET /tags', 200],
      ['POST /greetings', 303, '', { location: '/' }],
      ['GET /nowhere', 404, { error: 'Not Found' }, {}, { headers: { accept: 'application/json' } }],
    ]));

  test('cli', async () => {
    const run = (...argv: string[]) => runCommand(GreetModule, argv, { name: 'greeter' });
    assert.deepEqual(await run('greet', '--name=Ada'), { code: 0, stdout: 'Hello, Ada\n', stderr: '' });
    assert.deepEqual(await run('tags', 'find', 'tra'), { code: 0, stdout: '["travel"]\n', stderr: '' });
    const wrong = await run('greet', '--nam=Ada');
    assert.equal(wrong.code, 2);
    assert.match(wrong.stderr, /Did you mean --name\?/);
    assert.equal((await run('greet')).code, 2);
    assert.match((await run('--help')).stdout, /Greets somebody/);
  });

  test('injectables', async () => {
    const client = await start(module('NotesModule', { declarations: [NotesService] }));
    try {
      const notes = client.app.get(NotesService);
      const first = await notes.add('a');
      const second = await notes.add('b');
      assert.equal(await notes.add('a'), 'unique');
      assert.equal(await notes.count(), 2);
      await notes.add('c');
      assert.equal(await notes.count(), 2);
      assert.ok(typeof first === 'object' && typeof second === 'object');
      await notes.swap(first.id, second.id);
      assert.equal((await notes.find(first.id))?.text, 'b');
    } finally {
      await client.stop();
    }
  });

  test('openapi', async () => {
    const routes = createApp(BookingsModule).routes();
    const document = JSON.parse(JSON.stringify(openApi(routes, { title: 'x', version: '1', ...openApiOptions })));
    assertOpenApi(document);
    assert.equal(document.info.title, 'Bookings');
    const { get, post } = document.paths['/bookings'];
    assert.deepEqual(
      get.parameters.map(({ name, schema }: { name: string; schema: { type: string } }) => [name, schema.type]),
      [
        ['room', 'string'],
        ['page', 'integer'],
      ],
    );
    assert.deepEqual([post.security, Object.keys(post.responses)], [[{ DeskKey: [] }], ['201', '400', '401', '409']]);
    const desk = { headers: { 'x-desk-key': 'desk' } };
    const body = { room: 'Oak', contact: 'ada@example.com' };
    await ask(BookingsModule, [
      ['POST /bookings', 401, { error: 'Missing or unknown key' }, {}, { body }],
      ['POST /bookings', 400, { error: 'Invalid request' }, {}, { ...desk, body: {} }],
      ['POST /bookings', 201, undefined, {}, { ...desk, body }],
      ['POST /bookings', 409, { error: 'The room is taken' }, {}, { ...desk, body }],
      ['GET /bookings?room=Elm', 200, []],
      ['GET /bookings?page=x', 400, { error: 'Invalid request' }],
      ['GET /bookings/1/ticket', 200, 'Oak\nada@example.com\n'],
      ['GET /bookings/2/ticket', 404, { error: 'Booking not found' }],
    ]);
  });

  const servers: [engine: string, url: string | undefined][] = [
    ['SQLite', 'memory:'],
    ['PostgreSQL', process.env.TEST_DATABASE_URL],
  ];
  for (const [engine, server] of servers) {
    const skip = server === undefined && 'needs a server: start one with npm run services, and set TEST_DATABASE_URL';
    test(`database, with ${engine}`, { skip }, async (t) => {
      const { url, drop } = server!.startsWith('postgres')
        ? await openSchema(server!)
        : { url: server!, drop: undefined };
      const db = await openDatabase(url);
      const app = createApp(ProductsModule, { overrides: [provide(Database, { value: db })] });
      const client = await start(app);
      t.after(async () => {
        await client.stop();
        await db.onStop();
        await drop?.();
      });
      const service = client.app.get(ProductsService);
      const pen = await service.add({ name: 'Pen', category: 'paper', price: 120 });
      assert.match(pen.id, /^[0-9a-f-]{36}$/);
      assert.deepEqual(Object.keys(pen), ['id', 'name', 'category', 'price', 'created_at']);
      assert.equal(await service.addAll([]), 0);
      assert.equal(
        await service.addAll([
          { name: 'Notebook', category: 'paper', price: 450 },
          { name: 'Lamp', category: 'light', price: 2900 },
        ]),
        2,
      );
      const names = async (filter: ProductFilter) => {
        const { total, products } = await service.find(filter);
        assert.equal(total, products.length);
        return products.map(({ name }) => name);
      };
      assert.deepEqual(await names({}), ['Lamp', 'Notebook', 'Pen']);
      assert.deepEqual(await names({ search: 'PEN' }), ['Pen']);
      assert.deepEqual(await names({ search: "' or 1 = 1 --" }), []);
      assert.deepEqual(await names({ categories: ['paper', 'ink'], maxPrice: 200 }), ['Pen']);
      assert.deepEqual(await names({ categories: [] }), []);
      assert.deepEqual(await names({ sort: 'price' }), ['Pen', 'Notebook', 'Lamp']);
      assert.deepEqual(await names({ sort: 'name; drop table products' }), ['Lamp', 'Notebook', 'Pen']);
      assert.equal((await service.change(pen.id, { price: 90 }))?.price, 90);
      assert.equal((await service.change(pen.id, {}))?.price, 90);
      assert.equal(await service.change('nobody', { price: 90 }), undefined);
    });
  }
});
