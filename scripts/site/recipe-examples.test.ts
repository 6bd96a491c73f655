import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { type AppOptions, Clock, Database, KeyValue, type Module, provide, web } from 'trellis';
import { openApi } from 'trellis/openapi';
import { ManualClock, runCommand, start } from 'trellis/testing';
import { Accounts, AccountsModule } from '../../docs/examples/accounts.ts';
import { LendingCommands, LendingModule, Loans, Nightly, PhotoFolder } from '../../docs/examples/lending.ts';
import { BasePath, tools } from '../../docs/examples/mixed.ts';
import { AllowPrivate, Outbox, OutboxJobModule, OutboxModule, WebhookSender } from '../../docs/examples/outbox.ts';
import { DayLoans, OverlapsModule } from '../../docs/examples/overlaps.ts';
import { startAlone } from '../../docs/examples/own-schema.ts';
import { WebhookSecret, WebhooksModule } from '../../docs/examples/webhooks.ts';
import { openDatabase } from '../../framework/drivers/database-driver.ts';
import { openSchema } from '../../framework/drivers/fixtures/postgres-schema.ts';

const servers: [engine: string, url: string | undefined][] = [
  ['SQLite', 'memory:'],
  ['PostgreSQL', process.env.TEST_DATABASE_URL],
];

async function startOn(t: TestContext, server: string, root: Module, { overrides = [], ...options }: AppOptions = {}) {
  const { url, drop } = server.startsWith('postgres') ? await openSchema(server) : { url: server, drop: undefined };
  const db = await openDatabase(url);
  const client = await start(root, { ...options, overrides: [provide(Database, { value: db }), ...overrides] });
  t.after(async () => {
    await client.stop();
    await db.onStop();
    await drop?.();
  });
  return { client, db };
}

/** Passes if `lend` waits for a transaction that has updated the row of the tool: deadlocks are rare, so no burst shows it. */
async function waitsForOthers(db: Database, lend: () => Promise<void>): Promise<void> {
  let lent = false;
  let lending: Promise<void> | undefined;
  await db.transaction(async (tx) => {
    await tx.run`update tools set loans = loans + 1 where id = 'tool 1'`;
    lending = lend().then(() => {
      lent = true;
    });
    for (let waiting = 0; waiting === 0 && !lent; ) {
      const row = await tx.get<{ count: number }>`
        select count(*) as count from pg_locks where not granted and pid in (
          select pid from pg_stat_activity where query like 'update tools%' and datname = current_database())`;
      waiting = row!.count;
    }
    assert.equal(lent, false, 'lend did not wait for the row of the tool');
  });
  await lending;
}

describe('the guide’s recipes do what the guide says', () => {
  for (const [engine, server = ''] of servers) {
    const skip = server === '' && 'needs a server: start one with npm run services, and set TEST_DATABASE_URL';

    test(`members log in with a session or a token, with ${engine}`, { skip }, async (t) => {
      const { client } = await startOn(t, server, AccountsModule, { platform: web() });
      const accounts = client.app.get(Accounts);
      const ada = await accounts.register('Ada', 'correct horse');
      const login = (password: string, name = 'Ada') =>
        client.post('/login', new URLSearchParams({ name, password }), { accept: 'application/json' });

      const accepted = await login('correct horse');
      assert.equal(accepted.status, 303);
      const [cookie = '', ...attributes] = (accepted.headers.get('set-cookie') ?? '').split('; ');
      assert.deepEqual(attributes, ['Max-Age=1209600', 'Path=/', 'HttpOnly', 'Secure', 'SameSite=Lax']);
      assert.deepEqual((await client.get('/me', { cookie })).body, ada);
      assert.deepEqual((await login('wrong')).body, { error: 'Wrong name or password' });
      assert.deepEqual((await login('wrong', 'Nobody')).body, { error: 'Wrong name or password' });
      await client.app.get(KeyValue).increment('login:Nobody', { by: 9 });
      assert.equal((await login('correct', 'Nobody')).status, 429);

      const token = await accounts.createToken(ada);
      assert.deepEqual((await client.get('/me', { authorization: `Bearer ${token}` })).body, ada);
      assert.equal((await client.get('/me', { authorization: 'Bearer shop_guessed', cookie })).status, 401);
      const missing = await client.get('/me', { accept: 'application/json' });
      assert.deepEqual([missing.status, missing.headers.get('www-authenticate')], [401, 'Bearer']);
      const page = await client.get('/me', { accept: 'text/html' });
      assert.deepEqual([page.status, page.headers.get('location')], [303, '/login']);

      await client.post('/logout', '', { cookie });
      assert.equal((await client.get('/me', { cookie })).status, 401);
    });

    test(`two loans of a tool never overlap, and pages follow a key, with ${engine}`, { skip }, async (t) => {
      const folder = await mkdtemp(join(tmpdir(), 'photos-'));
      t.after(() => rm(folder, { recursive: true }));
      const clock = new ManualClock();
      const { client, db } = await startOn(t, server, LendingModule, {
        overrides: [provide(PhotoFolder, { value: folder }), provide(Clock, { value: clock })],
      });
      const loans = client.app.get(Loans);
      const drill = await loans.addTool('Drill');
      const day = (n: number) => new Date(clock.now() + n * 86_400_000).toISOString();
      const attempts = Array.from({ length: 8 }, () => loans.lend(drill, day(0), day(2)));
      const outcomes = await Promise.allSettled(attempts);
      assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
      await assert.rejects(loans.lend(drill, day(1), day(3)), { status: 409 });
      await assert.rejects(loans.lend('missing', day(1), day(3)), { status: 404 });
      for (const n of [2, 3, 4]) await loans.lend(drill, day(n), day(n + 1));

      const first = await loans.page('', 'open', 3);
      const second = await loans.page(first.next ?? '', 'open', 3);
      assert.deepEqual([first.loans.length, second.loans.length, second.next], [3, 1, undefined]);
      assert.deepEqual(
        [...first.loans, ...second.loans].map(({ starts }) => starts),
        [0, 2, 3, 4].map(day),
      );

      clock.advance(2.5 * 86_400_000);
      const nightly = client.app.get(Nightly);
      assert.deepEqual([await nightly.run(), await nightly.run()], [true, false]);
      assert.equal((await loans.page('', 'overdue')).loans.length, 1);

      await db.run`insert into tools (id, name) values ('=1+1,"x"', 'A formula')`;
      await loans.lend('=1+1,"x"', day(7), day(8));
      const { stdout } = await runCommand(LendingCommands, ['export'], {
        overrides: [provide(Database, { value: db }), provide(Clock, { value: clock })],
      });
      const lines = stdout.split('\r\n');
      assert.deepEqual(
        [lines.length, lines[0], lines[5]?.split(',20')[0]],
        [7, 'tool,starts,ends,state', `"'=1+1,""x"""`],
      );

      const photo = new Blob(['0123456789'], { type: 'image/png' });
      const { photo: path } = (await client.put(`/tools/${drill}/photo`, photo)).body;
      const part = await client.get(path, { range: 'bytes=2-4' });
      assert.deepEqual([part.status, part.text, part.headers.get('content-type')], [206, '234', 'image/png']);
      const etag = part.headers.get('etag') ?? '';
      assert.equal((await client.get(path, { 'if-none-match': etag })).status, 304);
      assert.equal((await client.put(`/tools/${drill}/photo`, 'x', { 'content-type': 'text/html' })).status, 415);
      await client.put(`/tools/${drill}/photo`, photo);
      assert.equal((await readdir(folder)).length, 1);
      assert.equal((await client.get(path)).status, 404);
    });

    test(`the tables forbid loans that overlap, also at the same moment, with ${engine}`, { skip }, async (t) => {
      const before = process.env.DATABASE_URL ?? 'memory:';
      process.env.DATABASE_URL = server;
      t.after(() => {
        process.env.DATABASE_URL = before;
      });
      const client = await startAlone(OverlapsModule);
      t.after(() => client.stop());
      const db = client.app.get(Database);
      const loans = client.app.get(DayLoans);
      for (const tool of Array.from({ length: 10 }, (_, n) => `tool ${n}`)) {
        await db.run`insert into tools (id) values (${tool})`;
        const attempts = Array.from({ length: 8 }, () => loans.lend(tool, '2026-03-01', '2026-03-05'));
        const outcomes = await Promise.allSettled(attempts);
        const statuses = outcomes.map((outcome) => (outcome.status === 'fulfilled' ? 201 : outcome.reason.status));
        assert.deepEqual(statuses.sort(), [201, 409, 409, 409, 409, 409, 409, 409]);
      }
      if (engine === 'PostgreSQL') await waitsForOthers(db, () => loans.lend('tool 1', '2026-03-06', '2026-03-06'));
      await loans.lend('tool 0', '2026-03-06', '2026-03-06');
      await assert.rejects(loans.lend('missing', '2026-03-01', '2026-03-01'), { status: 404 });
      await assert.rejects(db.run`insert into loans values ('x', 'tool 0', '2026-03-05', '2026-03-05')`, {
        code: 'check',
      });
    });

    test(`a webhook counts once, and only with the signature of its bytes, with ${engine}`, { skip }, async (t) => {
      const { client, db } = await startOn(t, server, WebhooksModule, {
        overrides: [provide(WebhookSecret, { value: 'secret' })],
      });
      const body = '{ "id": "7", "type": "paid" }';
      const signature = createHmac('sha256', 'secret').update(body).digest('hex');
      const deliver = (bytes: string, signed = signature) =>
        client.post('/webhooks/payments', bytes, { 'x-signature': signed });
      assert.equal((await deliver(body)).status, 204);
      assert.equal((await deliver(body)).status, 204);
      assert.equal((await deliver(`${body} `)).status, 401);
      assert.equal((await deliver(body, '')).status, 401);
      assert.deepEqual(await db.all`select id, type from deliveries`, [{ id: '7', type: 'paid' }]);
    });

    test(`a webhook is sent again until it is accepted, by one process, with ${engine}`, { skip }, async (t) => {
      const clock = new ManualClock();
      const { client, db } = await startOn(t, server, OutboxModule, {
        overrides: [provide(Clock, { value: clock }), provide(AllowPrivate, { value: true })],
      });
      const [received, statuses] = [[] as { signature: string; body: string }[], [302, 500, 204]];
      const subscriber = createServer(async (request, response) => {
        const body = String(Buffer.concat(await request.toArray()));
        received.push({ signature: String(request.headers['x-signature']), body });
        response.writeHead(statuses.shift() ?? 418, { location: '/elsewhere' }).end();
      });
      await new Promise<void>((listening) => subscriber.listen(0, '127.0.0.1', listening));
      t.after(() => new Promise((closed) => subscriber.close(closed)));
      const outbox = client.app.get(Outbox);
      const { port } = subscriber.address() as AddressInfo;
      const { secret } = await outbox.subscribe(`http://127.0.0.1:${port}/`);
      await assert.rejects(
        db.transaction(async (tx) => {
          await outbox.add(tx, 'never', {});
          throw new Error('rolled back');
        }),
      );
      await db.transaction((tx) => outbox.add(tx, 'paid', { order: 7 }));

      const { signal } = new AbortController();
      const counts: number[] = [];
      // It is repeated after 60 and 120 seconds. Two processes look at the same time.
      for (const pause of [0, 59_999, 1, 119_999, 1, 1_000_000]) {
        clock.advance(pause);
        await Promise.all([outbox.run(signal), outbox.run(signal)]);
        counts.push(received.length);
      }
      assert.deepEqual(counts, [1, 1, 2, 2, 3, 3]);
      const [{ signature, body }] = received.slice(1) as [{ signature: string; body: string }];
      assert.deepEqual(JSON.parse(body).data, { order: 7 });
      const time = Math.floor((clock.now() - 1_120_000) / 1_000);
      const expected = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
      assert.equal(signature, `t=${time},v1=${expected}`);
      assert.deepEqual(await db.all`select id from outbox`, []);
    });
  }

  const server = process.env.TEST_DATABASE_URL;
  const skip = server === undefined && 'needs a server: start one with npm run services, and set TEST_DATABASE_URL';
  test('two applications of a test each have a schema of their own', { skip }, async (t) => {
    const before = process.env.DATABASE_URL ?? 'memory:';
    process.env.DATABASE_URL = server!;
    t.after(() => {
      process.env.DATABASE_URL = before;
    });
    const clients = await Promise.all([startAlone(AccountsModule), startAlone(AccountsModule)]);
    try {
      // The name is unique in each of them.
      for (const { app } of clients) await app.get(Accounts).register('Ada', 'correct horse');
    } finally {
      await Promise.all(clients.map((client) => client.stop()));
    }
  });

  test('webhooks go to public addresses only', async (t) => {
    const client = await start(OutboxJobModule, { overrides: [provide(AllowPrivate, { value: false })] });
    t.after(() => client.stop());
    const sender = client.app.get(WebhookSender);
    const hosts = [
      '127.0.0.1',
      '2130706433',
      '10.1.2.3',
      '169.254.169.254',
      '[::1]',
      '[::ffff:10.0.0.1]',
      '[2002:a00:1::]',
    ];
    for (const url of [
      'http://example.com',
      'https://a:b@example.com',
      'x',
      ...hosts.map((host) => `https://${host}`),
    ]) {
      assert.equal(sender.accepts(url), false, url);
    }
    assert.equal(sender.accepts('https://example.com/hook'), true);
    const { signal } = new AbortController();
    // A name with a private address is only recognized when it is looked up.
    await assert.rejects(sender.send('https://localhost/', '{}', {}, signal), /The address is private/);
    await assert.rejects(client.app.get(Outbox).subscribe('https://[fe80::1]/'), { status: 422 });
  });

  test('the document describes both kinds of credentials', async () => {
    const client = await start(AccountsModule, { platform: web() });
    await client.stop();
    const { components } = openApi(client.app.routes(), { title: 'Accounts', version: '1.0.0' });
    assert.deepEqual(Object.keys(components.securitySchemes ?? {}), ['Token', 'Session']);
  });

  test('pages and an API, behind a proxy that removes a prefix', async (t) => {
    const client = await start(tools({ overrides: [provide(BasePath, { value: '/shop' })] }));
    t.after(() => client.stop());
    const page = await client.get('/tools?state=free');
    assert.equal(page.headers.get('content-type'), 'text/html; charset=utf-8');
    assert.match(page.text, /<option>all<\/option><option selected>free<\/option>.*href="\/shop\/tools\/drill"/);
    const added = await client.post('/tools/new', new URLSearchParams({ name: 'Saw' }));
    assert.equal(added.headers.get('location'), '/shop/tools');
    const rejected = await client.post('/tools/new', new URLSearchParams({ name: '<'.repeat(41) }));
    assert.equal(rejected.status, 422);
    assert.match(rejected.text, /^<ul><li>name: .*40.*<\/li><\/ul>.* value="(&lt;){41}">/);
    const { paths } = (await client.get('/api/openapi.json')).body;
    assert.deepEqual(Object.keys(paths), ['/api/tools', '/api/tools/{id}']);
    assert.match(added.headers.get('set-cookie') ?? '', /; Path=\/shop;/);
    assert.deepEqual((await client.get('/api/tools')).body, [{ id: 'drill' }]);
    assert.deepEqual((await client.get('/api/tools/saw')).body, { error: 'Tool not found' });
    assert.deepEqual((await client.get('/api/nowhere')).body, { error: 'Not Found' });
    assert.match((await client.get('/nowhere')).text, /<h1>Not Found<\/h1>/);
  });
});
