import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Clock, createApp, type ListenOptions, module, provide, Router } from 'trellis';
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
import { LibraryModule } from './library.ts';
import { Mailer, ReadersModule } from './parts.ts';
import { NotesService } from './stores.ts';

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

test('a command greets', async () => {
  const options: RunOptions = { name: 'greeter' };
  const outcome: Outcome = await runCommand(GreetModule, ['greet', '--name', 'Ada', '--loud'], options);
  assert.deepEqual(outcome, { code: 0, stdout: 'Hello, Ada!\n', stderr: '' });
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
