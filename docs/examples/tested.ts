import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { Clock, createApp, Database, type ListenOptions, module, provide, Router } from 'trellis';
import {
  type Answer,
  type Client,
  ManualClock,
  type Outcome,
  type RunOptions,
  runCommand,
  start,
} from 'trellis/testing';
import { GreetModule } from './commands.ts';
import { FeedModule } from './feed.ts';
import functions from './functions.ts';
import { LibraryModule } from './library.ts';
import { MaintenanceModule } from './maintenance.ts';
import { Mailer, ReadersModule } from './parts.ts';
import { ProductsModule, ProductsService } from './products.ts';
import { NotesService } from './stores.ts';
import { UploadFolder, UploadsModule } from './uploads.ts';

test('a book can be read, and one that is not there is 404', async () => {
  const client: Client = await start(LibraryModule);
  try {
    const found: Answer = await client.get('/books/1');
    assert.equal(found.status, 200);
    assert.equal(found.body.title, 'The Gardener');
    assert.equal((await client.get('/books/2')).status, 404);
  } finally {
    await client.stop();
  }
});

test('a book can be read without a port', async (t) => {
  const app = createApp(LibraryModule);
  t.after(() => app.stop());
  const response = await app.fetch(new Request('http://library.test/books/1'));
  assert.equal(response.status, 200);
  assert.deepEqual(await response.json(), { id: '1', title: 'The Gardener' });
});

test('the default export of a module handles requests', async () => {
  assert.equal((await functions.fetch(new Request('http://library.test/books/2'))).status, 404);
});

test('a ticket is good for an hour, and once', async () => {
  const clock = new ManualClock();
  const NotesModule = module('NotesModule', { declarations: [NotesService] });
  const client = await start(NotesModule, { overrides: [provide(Clock, { value: clock })] });
  try {
    const notes = client.app.get(NotesService);
    const [first, second] = [await notes.ticket('Ada'), await notes.ticket('Ada')];
    assert.equal(await notes.redeem(first), 'Ada');
    assert.equal(await notes.redeem(first), undefined);
    clock.advance(3_600_001);
    assert.equal(await notes.redeem(second), undefined);
  } finally {
    await client.stop();
  }
});

test('a welcome reaches every reader', async () => {
  const sent: string[] = [];
  const mailer: Mailer = { send: async (to) => void sent.push(to) };
  const client = await start(ReadersModule, { overrides: [provide(Mailer, { value: mailer })] });
  try {
    assert.deepEqual((await client.post('/welcome')).body, { sent: 1 });
    assert.deepEqual(sent, ['ada@example.com']);
  } finally {
    await client.stop();
  }
});

test('an upload can be downloaded again', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'uploads-'));
  const client = await start(UploadsModule, { overrides: [provide(UploadFolder, { value: folder })] });
  try {
    const form = new FormData();
    form.append('photo', new Blob(['pixels'], { type: 'image/png' }), 'holiday.png');
    const [upload] = (await client.post('/files', form)).body;
    assert.equal(upload.name, 'holiday.png');
    assert.equal((await client.get(`/files/${upload.id}`)).text, 'pixels');
  } finally {
    await client.stop();
    await rm(folder, { recursive: true });
  }
});

/** Reads an event stream until it contains a string, and disconnects. */
async function readUntil(wanted: string, url: string, headers: Record<string, string> = {}): Promise<string> {
  const response = await fetch(url, { headers });
  let text = '';
  // Leaving the loop closes the connection.
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    if (text.includes(wanted)) return text;
  }
  throw new Error(`The stream ended after ${text}`);
}

test('a client that returns after a restart gets the events that it has missed', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'feed-'));
  const before = process.env.DATABASE_URL ?? 'memory:';
  process.env.DATABASE_URL = `file:${join(folder, 'feed.db')}`;
  t.after(async () => {
    process.env.DATABASE_URL = before;
    await rm(folder, { recursive: true });
  });
  const first = await start(FeedModule);
  await first.post('/news/one');
  assert.match(await readUntil('data: one', `${first.url}/events`), /id: 1\n/);
  await first.post('/news/two');
  await first.stop();

  const second = await start(FeedModule);
  const missed = await readUntil('data: two', `${second.url}/events`, { 'last-event-id': '1' });
  assert.doesNotMatch(missed, /data: one/);
  await second.post('/news/three');
  assert.doesNotMatch(await readUntil('data: three', `${second.url}/events?after=2`), /data: two/);
  await second.stop();
});

test('a command greets', async () => {
  const options: RunOptions = { name: 'greeter' };
  const outcome: Outcome = await runCommand(GreetModule, ['greet', '--name', 'Ada', '--loud'], options);
  assert.deepEqual(outcome, { code: 0, stdout: 'Hello, Ada!\n', stderr: '' });
});

test('a command counts the products of the server', async () => {
  const client = await start(ProductsModule);
  try {
    await client.app.get(ProductsService).add({ name: 'Pen', category: 'office', price: 120 });
    const overrides = [provide(Database, { value: client.app.get(Database) })];
    const { stdout } = await runCommand(MaintenanceModule, ['count'], { overrides });
    assert.equal(stdout, '1\n');
  } finally {
    await client.stop();
  }
});

test('a port of one’s own choice, without signals', async () => {
  const quietly: ListenOptions = { signals: false };
  const app = createApp(LibraryModule, { limits: { body: 64 * 1024, grace: 1_000 } });
  const url = await app.listen(0, '127.0.0.1', quietly);
  assert.match(url, /^http:\/\/localhost:\d+$/);
  await app.stop();
});

test('a router alone', () => {
  const router = new Router();
  router.add({ method: 'GET', path: '/files/*', handler: () => 'wildcard' });
  router.add({ method: 'GET', path: '/files/:name', handler: () => 'pattern' });
  const match = router.resolve('GET', '/files/a.txt');
  assert.equal(match?.kind, 'pattern');
  assert.equal(match?.params.name, 'a.txt');
  assert.equal(router.remove('GET', '/files/:anything'), true);
  assert.equal(router.resolve('GET', '/files/a.txt')?.kind, 'wildcard');
});
