import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { createApp, Database, module, provide } from 'trellis';
import { openApi } from 'trellis/openapi';
import { start } from 'trellis/testing';
import { AppModule as BookingsModule, bookings, openApiOptions } from '../../docs/examples/bookings.ts';
import { Authors } from '../../docs/examples/circular/authors.ts';
import { Books } from '../../docs/examples/circular/books.ts';
import { appOptions, EdgeModule, Witness } from '../../docs/examples/edge.ts';
import { Feed, FeedModule } from '../../docs/examples/feed.ts';
import { type ProductFilter, ProductsModule, ProductsService, retried } from '../../docs/examples/products.ts';
import { printTraces } from '../../docs/examples/tracing.ts';
import { openDatabase } from '../../framework/drivers/database-driver.ts';
import { openSchema } from '../../framework/drivers/fixtures/postgres-schema.ts';
import { assertOpenApi } from '../../framework/openapi/structure.fixture.ts';
import { root } from '../workshop/chapters.ts';

describe('the guide’s examples for applications of your own do what the guide says', () => {
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
      await client.get('/%1b%5b2J%0aGET%20/forged%20200%c2%9b%e2%80%ae');
      const forged = 'GET /\\u001b[2J\\nGET /forged 200\\u009b\\u202e 404 no route … ms, 0 queries';
      assert.equal(traces.at(-1), forged, 'one request is one line');

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

      const searches = await Promise.all(Array.from({ length: 31 }, () => client.get('/edge/search')));
      const rejected = searches.filter(({ status }) => status !== 200);
      assert.deepEqual(
        rejected.map(({ status }) => status),
        [429],
      );
      assert.match(rejected[0]!.headers.get('retry-after') ?? '', /^(60|5\d)$/);
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
    const document = JSON.parse(JSON.stringify(openApi(routes, openApiOptions)));
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
    const client = await start(bookings({ limits: { drain: 0 } }));
    try {
      assert.deepEqual((await client.get('/openapi.json')).body, document);
      const desk = { 'x-desk-key': 'desk' };
      const body = { room: 'Oak', contact: 'ada@example.com' };
      const statusOf = async (sent: object, headers = {}) => (await client.post('/bookings', sent, headers)).status;
      assert.equal(await statusOf(body), 401);
      assert.equal(await statusOf({}, desk), 400);
      assert.equal(await statusOf(body, desk), 201);
      assert.equal(await statusOf(body, desk), 409);
      assert.deepEqual((await client.get('/bookings?room=Elm')).body, []);
      assert.equal((await client.get('/bookings?page=x')).status, 400);
      assert.equal((await client.get('/bookings/1/ticket')).text, 'Oak\nada@example.com\n');
      assert.equal((await client.get('/bookings/2/ticket')).status, 404);
    } finally {
      await client.stop();
    }
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
      for (const search of ['%', '_en', '!']) assert.deepEqual(await names({ search }), [], 'not a wildcard');
      assert.deepEqual(await names({ categories: ['paper', 'ink'], maxPrice: 200 }), ['Pen']);
      assert.deepEqual(await names({ categories: [] }), []);
      assert.deepEqual(await names({ sort: 'price' }), ['Pen', 'Notebook', 'Lamp']);
      assert.deepEqual(await names({ sort: 'name; drop table products' }), ['Lamp', 'Notebook', 'Pen']);
      assert.equal((await service.change(pen.id, { price: 90 }))?.price, 90);
      assert.equal((await service.change(pen.id, {}))?.price, 90);
      assert.equal(await service.change('nobody', { price: 90 }), undefined);

      // Each reads and then writes. At this level, PostgreSQL refuses all but the first of those that overlap.
      const strict = await openDatabase(
        url.startsWith('postgres') ? `${url}&default_transaction_isolation=serializable` : url,
      );
      await strict.run`create table if not exists tally (count integer not null)`;
      await strict.run`insert into tally values (0)`;
      const once = () =>
        retried(strict, async (tx) => {
          const row = await tx.get<{ count: number }>`select count from tally`;
          await tx.run`update tally set count = ${row!.count + 1}`;
        });
      await Promise.all([once(), once(), once()]);
      assert.deepEqual(await strict.get`select count from tally`, { count: 3 });
      await strict.onStop();
    });

    test(`an event costs one query, however many clients follow the feed, with ${engine}`, { skip }, async (t) => {
      const { url, drop } = server!.startsWith('postgres')
        ? await openSchema(server!)
        : { url: server!, drop: undefined };
      const db = await openDatabase(url);
      let queries = 0;
      const all: typeof db.all = (...query) => {
        queries++;
        return db.all(...query);
      };
      const counting = Object.assign(Object.create(db), { all, get: db.get.bind(db), run: db.run.bind(db) });
      counting.transaction = db.transaction.bind(db);
      const client = await start(FeedModule, { overrides: [provide(Database, { value: counting })] });
      const connections = Array.from({ length: 50 }, () => new AbortController());
      t.after(async () => {
        for (const connection of connections) connection.abort();
        await client.stop();
        await db.onStop();
        await drop?.();
      });
      const feed = client.app.get(Feed);
      const readers = connections.map(({ signal }) => feed.follow({ lastEventId: '0', signal }));
      for (const text of ['a', 'b']) {
        const waiting = Promise.all(readers.map((reader) => reader.next()));
        queries = 0;
        await client.post(`/news/${text}`);
        for (const { value } of await waiting) assert.equal(value!.data, text);
        assert.ok(queries < 10, `${queries} queries for 50 clients`);
      }
    });

    test(`a client with a number from before a restore gets every event, with ${engine}`, { skip }, async (t) => {
      const { url, drop } = server!.startsWith('postgres')
        ? await openSchema(server!)
        : { url: server!, drop: undefined };
      const db = await openDatabase(url);
      const client = await start(FeedModule, { overrides: [provide(Database, { value: db })] });
      const stop = new AbortController();
      t.after(async () => {
        stop.abort();
        await client.stop();
        await db.onStop();
        await drop?.();
      });
      await client.post('/news/a');
      const events = client.app.get(Feed).follow({ lastEventId: '500', signal: stop.signal });
      assert.equal((await events.next()).value!.data, 'a');
      // A number that another process has given out is not from before a restore, although this one doesn't know it yet.
      await db.transaction((tx) => client.app.get(Feed).add(tx, 'b'));
      const late = client.app.get(Feed).follow({ lastEventId: '2', signal: stop.signal });
      const next = late.next();
      await client.post('/news/c');
      assert.equal((await next).value!.data, 'c');
      // The other process has added more of them at once than a single query reads.
      await db.transaction(async (tx) => {
        for (let n = 4; n <= 304; n++) await client.app.get(Feed).add(tx, `bulk ${n}`);
      });
      const last = client.app.get(Feed).follow({ lastEventId: '303', signal: stop.signal });
      assert.equal((await last.next()).value!.data, 'bulk 304');
    });

    test(`a feed for several processes, with ${engine}`, { skip }, async (t) => {
      const { url, drop } = server!.startsWith('postgres')
        ? await openSchema(server!)
        : { url: server!, drop: undefined };
      const db = await openDatabase(url);
      const [one, two] = [0, 1].map(() => createApp(FeedModule, { overrides: [provide(Database, { value: db })] }));
      const clients = [await start(one!), await start(two!)];
      t.after(async () => {
        await Promise.all(clients.map((client) => client.stop()));
        await db.onStop();
        await drop?.();
      });
      const stop = new AbortController();
      const events = two!.get(Feed).follow({ lastEventId: '1', signal: stop.signal });
      const add = async (text: string) => (await clients[0]!.post(`/news/${text}`)).body.number;
      const added = await Promise.all(['a', 'b', 'c'].map(add));
      assert.deepEqual(added.toSorted(), [1, 2, 3]);
      const received = [(await events.next()).value!.id, (await events.next()).value!.id];
      // The other process learns of this one from the database.
      const waiting = events.next();
      await add('d');
      assert.deepEqual([...received, (await waiting).value!.data], ['2', '3', 'd']);
      const end = events.next();
      stop.abort();
      await assert.rejects(end, { name: 'AbortError' });
    });
  }
});
