import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createApp, Log, module, type Provider, provide } from 'trellis';
import { type Client, start } from 'trellis/testing';
import { WebSocket } from 'ws';
import { openChat } from '../../docs/examples/chat.ts';
import { LiveModule } from '../../docs/examples/live.ts';
import { Patience, RadioModule } from '../../docs/examples/radio.ts';
import { type Upload, UploadFolder, UploadsModule, appOptions as uploadOptions } from '../../docs/examples/uploads.ts';
import { RecordingLog } from '../../framework/fixtures/recording-log.ts';

const MB = 1_000_000;

/** A form with files of these sizes, as a browser sends it. */
function formOf(files: Uint8Array[]): FormData {
  const form = new FormData();
  form.set('title', 'Holiday');
  for (const [index, bytes] of files.entries()) {
    form.append('photo', new Blob([bytes as Uint8Array<ArrayBuffer>], { type: 'image/png' }), `${index}.png`);
  }
  return form;
}

/** The example, with an empty folder for its files. */
async function startUploads(t: TestContext): Promise<Client & { folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'trellis-uploads-'));
  const overrides = [provide(UploadFolder, { value: folder })];
  const client = await start(UploadsModule, { ...uploadOptions, overrides });
  t.after(async () => {
    await client.stop();
    await rm(folder, { recursive: true });
  });
  return { ...client, folder };
}

test('uploads: the files of a form are saved, each limit has its response, and nothing is left of a rejected form', async (t) => {
  const app = await startUploads(t);
  const photos = [randomBytes(2 * MB), randomBytes(10)];
  const { status, body: uploads } = await app.post('/files', formOf(photos));
  assert.equal(status, 201);
  for (const [index, { id, ...upload }] of (uploads as Upload[]).entries()) {
    assert.deepEqual(upload, { name: `${index}.png`, type: 'image/png', size: photos[index]!.length });
    assert.deepEqual(await readFile(join(app.folder, id)), photos[index]);
  }
  const statusOf = async (sizes: number[]) =>
    (await app.post('/files', formOf(sizes.map((size) => randomBytes(size))))).status;
  assert.equal(await statusOf([10, 6 * MB]), 413, 'a file that is too large');
  assert.equal(await statusOf([4 * MB, 4 * MB, 4 * MB, 5 * MB]), 413, 'a large form');
  const four = await app.post('/files', formOf([1, 2, 3, 4].map((size) => randomBytes(size))));
  assert.deepEqual([four.status, four.body], [413, { error: 'Send at most 3 files' }]);
  const withTitle = (title: string) => {
    const form = formOf([randomBytes(10)]);
    form.set('title', title);
    return form;
  };
  const longTitle = await app.post('/files', withTitle('x'.repeat(101)));
  assert.deepEqual([longTitle.status, longTitle.body], [400, { error: 'Invalid request' }]);
  assert.equal((await app.post('/files', withTitle('x'.repeat(10_001)))).body.error, 'A field can have at most 10 kB');
  const manyFields = formOf([]);
  for (let field = 1; field <= 10; field++) manyFields.set(`field ${field}`, '');
  assert.equal((await app.post('/files', manyFields)).body.error, 'Send at most 10 fields');
  assert.equal((await app.post('/files', 'no form')).status, 415);
  assert.equal((await app.post('/full-disk', 'no JSON')).status, 415, 'the exception is for /files only');
  const left = await readdir(app.folder);
  assert.deepEqual(left.sort(), (uploads as Upload[]).map(({ id }) => id).sort());
});

test('uploads: a field that was left empty isn’t a file, and what PostgreSQL can’t store is rejected', async (t) => {
  const app = await startUploads(t);
  const headers = { 'content-type': 'multipart/form-data; boundary=b' };
  const send = (disposition: string, content: string) => {
    const head = `content-disposition: form-data; name="f"${disposition}\r\ncontent-type: application/octet-stream`;
    return app.post('/files', `--b\r\n${head}\r\n\r\n${content}\r\n--b--\r\n`, headers);
  };
  const leftEmpty = await send('; filename=""', '');
  assert.deepEqual([leftEmpty.status, leftEmpty.body], [201, []]);
  for (const disposition of ['; filename=""', '']) {
    const { status, body } = await send(disposition, 'abc');
    assert.deepEqual([status, body], [400, { error: 'A file has no name' }]);
  }
  const invalid = [400, { error: 'Invalid request' }];
  const named = await send("; filename*=UTF-8''a%00b", 'abc');
  assert.deepEqual([named.status, named.body], invalid);
  const form = formOf([randomBytes(10)]);
  form.set('title', 'a\0b');
  const titled = await app.post('/files', form);
  assert.deepEqual([titled.status, titled.body], invalid);
  assert.deepEqual(await readdir(app.folder), []);
});

test('uploads: a file comes back as an attachment, and one that is missing on the disk is a 404', async (t) => {
  const app = await startUploads(t);
  const form = new FormData();
  form.append('photo', new Blob(['pixels']), "Straße 'b'.html");
  const [{ id }] = (await app.post('/files', form)).body;
  const { status, text, headers } = await app.get(`/files/${id}`);
  assert.deepEqual([status, text, headers.get('content-length')], [200, 'pixels', '6']);
  assert.equal(headers.get('content-disposition'), "attachment; filename*=UTF-8''Stra%C3%9Fe%20%27b%27.html");
  assert.equal((await app.get('/files/..%2Fsecret')).status, 404);
  await rm(join(app.folder, id));
  assert.equal((await app.get(`/files/${id}`)).status, 404);
});

test('uploads: a form that is cut off is an error, and the server keeps running', async (t) => {
  const app = await startUploads(t);
  const headers = { 'content-type': 'multipart/form-data; boundary=b' };
  const cut = '--b\r\ncontent-disposition: form-data; name="f"; filename="a.txt"\r\n\r\nabc';
  assert.equal((await app.post('/files', cut, headers)).status, 400);
  assert.deepEqual(await readdir(app.folder), []);
  const { port } = new URL(app.url);
  const socket = connect(Number(port), '127.0.0.1');
  await once(socket, 'connect');
  socket.write(
    `POST /files HTTP/1.1\r\nHost: x\r\nContent-Length: 999\r\nContent-Type: ${headers['content-type']}\r\n\r\n${cut}`,
  );
  socket.destroySoon();
  await once(socket, 'close');
  assert.equal((await app.get('/pixel')).headers.get('content-type'), 'image/gif');
});

test('uploads: a disk that is full is not the fault of the client', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'trellis-uploads-'));
  t.after(() => rm(folder, { recursive: true }));
  // Without jsonOnly, which has no exception for this route.
  const app = await start(UploadsModule, { overrides: [provide(UploadFolder, { value: folder })] });
  t.after(() => app.stop());
  assert.equal((await app.post('/full-disk', formOf([randomBytes(900_000)]))).status, 500);
});

test('live: a client gets what it has missed and everything new, until the server shuts down', async (t) => {
  const app = await start(LiveModule, { limits: { grace: 60_000, drain: 0 } });
  t.after(() => app.stop());
  for (const score of ['1:0', '1:1']) await app.post(`/scores/${score}`);
  const response = await fetch(`${app.url}/live`, { headers: { 'last-event-id': '1' } });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const until = async (wanted: string) => {
    while (!text.includes(wanted)) text += (await reader.read()).value ?? assert.fail(`The stream ended after ${text}`);
  };
  await until('id: 2\ndata: 1:1\n\n');
  assert.ok(!text.includes('1:0'), 'the first one was received before');
  await app.post('/scores/2:1');
  await until('event: score\nid: 3\ndata: 2:1\n\n');
  await app.app.stop();
  assert.equal((await reader.read()).done, true);
});

test('feed: the page opens a new stream after the browser has given up, and continues after the last event', async (t) => {
  const opened: { url: string; readyState: number; onmessage(event: object): void; onerror(): void }[] = [];
  class FakeEventSource {
    static readonly CLOSED = 2;
    readyState = 1;
    onmessage!: (event: object) => void;
    onerror!: () => void;
    constructor(readonly url: string) {
      opened.push(this);
    }
  }
  Object.assign(globalThis, { EventSource: FakeEventSource });
  t.after(() => Reflect.deleteProperty(globalThis, 'EventSource'));
  const { follow } = await import(new URL('../../docs/examples/feed-page.js', import.meta.url).href);
  // Nothing below waits: fetch closes its connections of earlier tests, and the mock can't clear their real timers.
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const shown: string[] = [];
  follow('7', (data: string) => shown.push(data));
  opened[0]!.onmessage({ data: 'a', lastEventId: '8' });
  // The browser is reconnecting by itself.
  opened[0]!.readyState = 0;
  opened[0]!.onerror();
  t.mock.timers.tick(5_000);
  assert.equal(opened.length, 1);
  // It has given up.
  opened[0]!.readyState = 2;
  opened[0]!.onerror();
  t.mock.timers.tick(5_000);
  t.mock.timers.reset();
  assert.deepEqual([shown, opened.map(({ url }) => url)], [['a'], ['/events?after=7', '/events?after=8']]);
});

test('chat: ws shares the server, checks the origin, and does not delay a shutdown', async (t) => {
  const app = createApp(module('ChatModule'), { limits: { grace: 60_000, drain: 0 } });
  assert.throws(() => app.server, /app\.server exists once app\.listen\(\) has resolved\./);
  const url = (await app.listen(0, '127.0.0.1', { signals: false })).replace('localhost', '127.0.0.1');
  t.after(() => app.stop());
  openChat(app, 'https://app.example.com');
  const open = (origin: string) => new WebSocket(`${url.replace('http', 'ws')}/chat`, { origin });
  const [error] = await once(open('https://evil.example.com'), 'error');
  assert.match(String(error), /403/);
  const [ada, bob] = [open('https://app.example.com'), open('https://app.example.com')];
  await Promise.all([once(ada, 'open'), once(bob, 'open')]);
  ada.send('Hello, Bob');
  const [message] = await once(bob, 'message');
  assert.equal(String(message), 'Hello, Bob');
  assert.equal((await fetch(url)).status, 404, 'other requests are handled as before');
  const closed = Promise.all([once(ada, 'close'), once(bob, 'close')]);
  await app.stop();
  for (const [code, reason] of await closed)
    assert.deepEqual([code, String(reason)], [1001, 'The server is shutting down']);
});

/** A sender whose chunks the test chooses. `fetch` sends nothing at all before the first of them. */
async function sendTo(t: TestContext, { url }: Client) {
  const chunks = new TransformStream<Uint8Array, Uint8Array>();
  const writer = chunks.writable.getWriter();
  const sent = fetch(`${url}/radio`, { method: 'PUT', body: chunks.readable, duplex: 'half' } as RequestInit);
  t.after(() => writer.abort().catch(() => {}));
  const say = (text: string) => writer.write(Buffer.from(text));
  await say('This is for nobody. ');
  return { sent, say, stop: () => writer.close() };
}

async function startRadio(t: TestContext, patience = 10_000, more: Provider[] = []): Promise<Client> {
  const client = await start(RadioModule, { overrides: [provide(Patience, { value: patience }), ...more] });
  t.after(() => client.stop());
  return client;
}

/** A listener that has its headers, before anything was sent to it. */
async function listenTo({ url }: Client): Promise<Response> {
  for (;;) {
    const response = await fetch(`${url}/radio`);
    if (response.status === 200) return response;
    await response.text();
  }
}

test('radio: every listener gets everything, one that does not read harms nobody, and the end is an end', async (t) => {
  const client = await startRadio(t);
  const { sent, say, stop } = await sendTo(t, client);
  const listeners = await Promise.all([listenTo(client), listenTo(client), listenTo(client)]);
  const [idle, ...reading] = listeners;
  const heard = reading.map((response) => response.text());
  const words = Array.from({ length: 300 }, (_, index) => `${index} `.padEnd(60_000, '.'));
  for (const word of words) await say(word);
  await stop();
  assert.equal((await sent).status, 204);
  for (const text of await Promise.all(heard)) assert.equal(text, words.join(''));
  await assert.rejects(idle!.text(), 'it has missed what is no longer kept');
  assert.equal((await client.get('/radio')).status, 404);
});

test('radio: a shutdown ends the broadcast, without an entry in the log', async (t) => {
  const log = new RecordingLog();
  const client = await startRadio(t, 10_000, [provide(Log, { value: log })]);
  const { sent, say } = await sendTo(t, client);
  const listener = await listenTo(client);
  const stopped = client.stop();
  await say('This is cut. ');
  assert.equal((await sent).status, 503);
  await assert.rejects(listener.text());
  await stopped;
  assert.deepEqual(log.at('error'), []);
});

test('radio: a second sender is refused, and one that is silent loses its listeners', async (t) => {
  const client = await startRadio(t, 300);
  const { sent, say } = await sendTo(t, client);
  const listener = await listenTo(client);
  const second = await client.send('PUT', '/radio', Buffer.from('me, too'));
  assert.deepEqual([second.status, second.headers.get('connection')], [409, 'close']);
  await say('hello');
  assert.equal((await sent).status, 408);
  await assert.rejects(listener.text());
});
