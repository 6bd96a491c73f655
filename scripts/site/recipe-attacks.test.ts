import assert from 'node:assert/strict';
import { createHook } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { EventEmitter, on, setMaxListeners } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Database, KeyValue, provide, sql, web } from 'trellis';
import { type Client, start } from 'trellis/testing';
import { AccountsModule } from '../../docs/examples/accounts.ts';
import { EdgeModule, appOptions as edgeOptions, Witness } from '../../docs/examples/edge.ts';
import { Feed, FeedModule } from '../../docs/examples/feed.ts';
import { LendingModule, Loans, PhotoFolder } from '../../docs/examples/lending.ts';
import { Scores } from '../../docs/examples/live.ts';
import { Outbox, OutboxModule } from '../../docs/examples/outbox.ts';
import { UploadFolder, UploadsModule } from '../../docs/examples/uploads.ts';
import { openDatabase } from '../../framework/drivers/database-driver.ts';

const MB = 1_000_000;

/** How much more memory is in use afterwards. */
async function growth(work: () => unknown): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  collect();
  const before = process.memoryUsage().heapUsed;
  await work();
  collect();
  return process.memoryUsage().heapUsed - before;
}

/** Counts the digests that Node computes, and how many of them at the same time. */
function watchDigests(t: TestContext): { started: number; running: number; most: number } {
  const seen = { started: 0, running: 0, most: 0 };
  const running = new Set<number>();
  const hook = createHook({
    init(id, type) {
      if (type !== 'SCRYPTREQUEST') return;
      running.add(id);
      seen.started++;
      seen.running = running.size;
      seen.most = Math.max(seen.most, running.size);
    },
    after(id) {
      if (running.delete(id)) seen.running = running.size;
    },
  }).enable();
  t.after(() => hook.disable());
  return seen;
}

function logIn({ url }: Client, name: string, signal?: AbortSignal): Promise<Response> {
  const headers = { accept: 'application/json' };
  return fetch(`${url}/login`, { method: 'POST', body: new URLSearchParams({ name, password: 'x' }), headers, signal });
}

test('accounts: a flood of logins computes two digests at a time, and most of it gets a 503 that leaves nothing behind', async (t) => {
  const client = await start(AccountsModule, { platform: web() });
  t.after(() => client.stop());
  const digests = watchDigests(t);
  const names = Array.from({ length: 100 }, (_, n) => `member ${n}`);
  const responses = await Promise.all(names.map((name) => logIn(client, name)));
  const refused = responses.filter(({ status }) => status === 503);
  // A few more than the 18 that have room at the same time, if some were finished before the last ones arrived.
  assert.ok(refused.length > 60, `${100 - refused.length} of 100 logins were accepted`);
  assert.deepEqual([digests.started, digests.most], [100 - refused.length, 2]);
  assert.ok(refused.every(({ headers }) => headers.get('retry-after') === '1'));
  const keys = client.app.get(KeyValue);
  const counters = await Promise.all(names.map((name) => keys.get(`login:${name}`)));
  const counted = counters.filter((count) => count !== undefined).length;
  assert.equal(counted, digests.started, 'a refused login is not an attempt');
});

test('accounts: logins whose clients have disconnected leave the queue', async (t) => {
  const client = await start(AccountsModule, { platform: web() });
  t.after(() => client.stop());
  const digests = watchDigests(t);
  const gone = new AbortController();
  const responses = new EventEmitter();
  let refused = 0;
  for (let n = 0; n < 100; n++) {
    logIn(client, `gone ${n}`, gone.signal).then(
      ({ status }) => responses.emit('response', status),
      () => {},
    );
  }
  for await (const [status] of on(responses, 'response')) {
    // On a busy machine, a few passwords have been compared by now.
    if (status === 503 && ++refused === 60) break;
  }
  gone.abort();
  const ada = async () => (await logIn(client, 'Ada')).status;
  // The server may not have noticed yet that they are gone.
  while ((await ada()) === 503);
  assert.ok(digests.started < 10, `${digests.started} digests were computed, most of them for clients that had gone`);
});

test('live: neither many scores nor clients that don’t read fill the memory', async (t) => {
  const scores = new Scores();
  const gone = new AbortController();
  setMaxListeners(0, gone.signal);
  t.after(() => gone.abort());
  for (let n = 1; n <= 1_500; n++) scores.add(`${n}:0`);
  const late = scores.follow({ lastEventId: '', signal: gone.signal });
  const first = (await late.next()).value;
  assert.deepEqual(first, { data: '501:0', event: 'score', id: '501' }, 'the last 1,000 are kept');
  const idOf = async (lastEventId: string) =>
    (await scores.follow({ lastEventId, signal: gone.signal }).next()).value?.id;
  assert.deepEqual(await Promise.all(['1499', '3', '-1', '1e3', '9999'].map(idOf)), [
    '1500',
    '501',
    '501',
    '501',
    '501',
  ]);

  const readers = Array.from({ length: 50 }, () => scores.follow({ lastEventId: '1499', signal: gone.signal }));
  // Each has sent one event, and waits until its client has read it.
  await Promise.all(readers.map((reader) => reader.next()));
  const kept = await growth(() => {
    for (let n = 0; n < 100_000; n++) scores.add('0:0');
  });
  assert.ok(kept < 20 * MB, `${Math.round(kept / MB)} MB are kept`);
  assert.equal(
    (await readers[0]!.next()).value?.id,
    '100501',
    'what a slow client has missed and is not kept is skipped',
  );
  assert.equal((await late.next()).value?.id, '100501');
});

test('feed: clients that don’t read don’t fill the memory', async (t) => {
  const client = await start(FeedModule);
  const gone = new AbortController();
  setMaxListeners(0, gone.signal);
  t.after(() => {
    gone.abort();
    return client.stop();
  });
  const feed = client.app.get(Feed);
  const db = client.app.get(Database);
  await db.transaction((tx) => feed.add(tx, 'first'));
  const readers = Array.from({ length: 200 }, () => feed.follow({ lastEventId: '0', signal: gone.signal }));
  feed.wake();
  await Promise.all(readers.map((reader) => reader.next()));
  // One that is up to date: when it gets an event, all have been told about it.
  const witness = feed.follow({ lastEventId: '1', signal: gone.signal });
  const kept = await growth(async () => {
    for (let n = 0; n < 2_000; n++) {
      const next = witness.next();
      await db.transaction((tx) => feed.add(tx, 'x'));
      feed.wake();
      await next;
    }
  });
  assert.ok(kept < 8 * MB, `${Math.round(kept / MB)} MB are kept`);
});

test('feed: a client whose events were deleted gets the next ones', async (t) => {
  const db = await openDatabase('memory:');
  const gone = new AbortController();
  const first = await start(FeedModule, { overrides: [provide(Database, { value: db })] });
  await Promise.all(Array.from({ length: 5 }, () => first.post('/news/old')));
  await first.stop();
  await db.run`delete from feed`;
  const second = await start(FeedModule, { overrides: [provide(Database, { value: db })] });
  t.after(async () => {
    gone.abort();
    await second.stop();
    await db.onStop();
  });
  const next = second.app.get(Feed).follow({ lastEventId: '1', signal: gone.signal }).next();
  await second.post('/news/new');
  assert.deepEqual((await next).value, { data: 'new', id: '6' });
});

test('lending: photos that are replaced at the same moment leave one file, and a failure leaves none', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'trellis-photos-'));
  t.after(() => rm(folder, { recursive: true }));
  const client = await start(LendingModule, { overrides: [provide(PhotoFolder, { value: folder })] });
  t.after(() => client.stop());
  const drill = await client.app.get(Loans).addTool('Drill');
  const replace = async () =>
    (await client.put(`/tools/${drill}/photo`, new Blob(['pixels'], { type: 'image/png' }))).status;
  const statuses = await Promise.all(Array.from({ length: 8 }, replace));
  assert.ok(statuses.includes(200), String(statuses));
  assert.ok(
    statuses.every((status) => status === 200 || status === 409),
    String(statuses),
  );
  assert.equal((await readdir(folder)).length, 1);
  const db = client.app.get(Database);
  await db.run`create trigger full before update on tools begin select raise(abort, 'CHECK constraint failed: full'); end`;
  assert.equal(await replace(), 500);
  assert.equal((await readdir(folder)).length, 1, 'the photo before it is still there, and the new one is not');
});

test('outbox: somebody who subscribes thousands of times can’t make every change fail', async (t) => {
  const client = await start(OutboxModule);
  t.after(() => client.stop());
  const db = client.app.get(Database);
  for (let n = 0; n < 9; n++) {
    const rows = Array.from({ length: 1_000 }, () => sql`(${randomUUID()}, 'https://evil.example', '')`);
    await db.run`insert into subscribers (id, url, secret) values ${sql.join(rows)}`;
  }
  await db.transaction((tx) => client.app.get(Outbox).add(tx, 'paid', {}));
  assert.deepEqual(await db.get`select count(*) as count, count(distinct subscriber) as subscribers from outbox`, {
    count: 9_000,
    subscribers: 9_000,
  });
});

test('uploads: a file whose name no URL can contain comes back', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'trellis-uploads-'));
  t.after(() => rm(folder, { recursive: true }));
  const client = await start(UploadsModule, { overrides: [provide(UploadFolder, { value: folder })] });
  t.after(() => client.stop());
  // A surrogate without its other half.
  const disposition = 'form-data; name="f"; filename*=utf-16le\'\'%61%00%00%D8.%00';
  const body = `--b\r\ncontent-disposition: ${disposition}\r\ncontent-type: text/html\r\n\r\n<script>\r\n--b--\r\n`;
  const { status, body: uploads } = await client.post('/files', body, {
    'content-type': 'multipart/form-data; boundary=b',
  });
  assert.equal(status, 201);
  const file = await client.get(`/files/${uploads[0].id}`);
  assert.deepEqual([file.status, file.text], [200, '<script>'], JSON.stringify(uploads));
});

test('edge: an invalid or empty setting doesn’t let clients choose their address or origin', async (t) => {
  const before = { ...process.env };
  Object.assign(process.env, { TRUSTED_PROXIES: 'two', CORS_ORIGINS: '' });
  t.after(() => {
    for (const name of ['TRUSTED_PROXIES', 'CORS_ORIGINS']) {
      if (before[name] === undefined) delete process.env[name];
      else process.env[name] = before[name];
    }
  });
  const client = await start(EdgeModule, edgeOptions);
  t.after(() => client.stop());
  const { body, headers } = await client.get('/edge/address', { 'x-forwarded-for': 'forged, 1.2.3.4' });
  assert.equal(body.address, '127.0.0.1');
  assert.equal(headers.get('access-control-allow-origin'), null);
  await Promise.all(Array.from({ length: 300 }, () => client.get('/edge')));
  const { seen } = client.app.get(Witness);
  assert.ok(seen.length <= 100, `${seen.length} requests are kept`);
});
