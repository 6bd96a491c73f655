import '../../docs/examples/tested.ts';
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { type App, createApp, Database, type Module, module, provide } from 'trellis';
import { openApi } from 'trellis/openapi';
import { runCommand, start } from 'trellis/testing';
import { AnswersModule } from '../../docs/examples/answers.ts';
import { EventsModule } from '../../docs/examples/bodies.ts';
import { AppModule as BookingsModule, openApiOptions } from '../../docs/examples/bookings.ts';
import { Authors } from '../../docs/examples/circular/authors.ts';
import { Books } from '../../docs/examples/circular/books.ts';
import { GreetModule } from '../../docs/examples/commands.ts';
import { appOptions, EdgeModule, Witness } from '../../docs/examples/edge.ts';
import { club } from '../../docs/examples/guards.ts';
import { LibraryModule } from '../../docs/examples/library.ts';
import { pages } from '../../docs/examples/pages.ts';
import { ReadersModule } from '../../docs/examples/parts.ts';
import { type ProductFilter, ProductsModule, ProductsService } from '../../docs/examples/products.ts';
import { NotesService } from '../../docs/examples/stores.ts';
import { printTraces } from '../../docs/examples/tracing.ts';
import { openDatabase } from '../../framework/drivers/database-driver.ts';
import { openSchema } from '../../framework/drivers/fixtures/postgres-schema.ts';
import { assertOpenApi } from '../../framework/openapi/structure.fixture.ts';
import { root } from '../workshop/chapters.ts';

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

  test('what next() returns, CORS, the address of the client, and a trace', async () => {
    const traces: string[] = [];
    const stopPrinting = printTraces((line) => traces.push(line.replace(/[\d.]+ ms/, '… ms')));
    const client = await start(EdgeModule, appOptions);
    try {
      const { seen } = client.app.get(Witness);
      assert.deepEqual((await client.get('/edge')).body, { page: 'the group itself' });
      assert.deepEqual((await client.get('/edge/')).body, { page: 'the group itself' });
      await client.post('/edge/notes', {});
      await client.delete('/edge/notes');
      await client.get('/nowhere');
      await client.get('/edge/broken');
      assert.deepEqual(seen.slice(1), [
        { path: '/edge/', result: 'a value', status: 0 },
        { path: '/edge/notes', result: 'the context', status: 201 },
        { path: '/edge/notes', result: 'nothing', status: 0 },
        { path: '/nowhere', result: 'the context', status: 404 },
        { path: '/edge/broken', result: 'an error', status: 0 },
      ]);
      assert.deepEqual(traces.slice(-2), [
        'GET /nowhere 404 no route … ms, 0 queries',
        'GET /edge/broken 500 EdgeController.broken … ms, 0 queries',
      ]);

      const page = { origin: 'https://app.example.com' };
      const preflight = await client.send('OPTIONS', '/edge/notes', undefined, page);
      assert.equal(preflight.status, 204);
      assert.equal(preflight.headers.get('access-control-allow-headers'), 'Authorization, Content-Type');
      const failed = await client.send('GET', '/nowhere', undefined, page);
      assert.equal(failed.headers.get('access-control-allow-origin'), page.origin);
      const foreign = await client.send('GET', '/edge', undefined, { origin: 'https://evil.example' });
      assert.equal(foreign.headers.get('access-control-allow-origin'), null);
      assert.equal(foreign.headers.get('vary'), 'Origin');

      const address = await client.send('GET', '/edge/address', undefined, { 'x-forwarded-for': 'forged, 1.2.3.4' });
      assert.deepEqual(address.body, { address: '127.0.0.1', behindProxy: '1.2.3.4', missing: true });
    } finally {
      stopPrinting();
      await client.stop();
    }
  });

  test('files that import each other', async (t) => {
    const Library = module('Library', { declarations: [Authors, Books] });
    assert.deepEqual(createApp(Library).get(Authors).titlesOf('Ada'), ['Ada: Notes']);
    // The same two files without the function around Books.
    await mkdir(join(root, '.workshop'), { recursive: true });
    const folder = await mkdtemp(join(root, '.workshop', 'circular-'));
    t.after(() => rm(folder, { recursive: true }));
    for (const name of ['authors.ts', 'books.ts']) {
      const text = await readFile(join(root, 'docs', 'examples', 'circular', name), 'utf8');
      await writeFile(join(folder, name), text.replace('@inject(() => Books)', '@inject(Books)'));
    }
    await assert.rejects(
      import(pathToFileURL(join(folder, 'books.ts')).href),
      /Cannot access 'Books' before initialization/,
    );
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
