import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { createApp, module } from 'trellis';
import { start } from 'trellis/testing';
import { WebSocket } from 'ws';
import { openChat } from '../../docs/examples/chat.ts';
import { LiveModule } from '../../docs/examples/live.ts';
import { UploadsModule, appOptions as uploadOptions } from '../../docs/examples/uploads.ts';

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

test('uploads: busboy reads the files of a form, and each limit has its response', async (t) => {
  const app = await start(UploadsModule, uploadOptions);
  t.after(() => app.stop());
  const upload = (body: FormData | string) => fetch(`${app.url}/files`, { method: 'POST', body });
  const photos = [randomBytes(2 * MB), randomBytes(10)];
  const response = await upload(formOf(photos));
  assert.equal(response.status, 201);
  const expected = photos.map((bytes, index) => ({
    name: `${index}.png`,
    type: 'image/png',
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  }));
  assert.deepEqual(await response.json(), expected);
  assert.equal((await upload(formOf([randomBytes(6 * MB)]))).status, 413, 'a file that is too large');
  assert.equal((await upload(formOf([4, 4, 4, 5].map((size) => randomBytes(size * MB))))).status, 413, 'a large form');
  const four = await upload(formOf([1, 2, 3, 4].map((size) => randomBytes(size))));
  assert.deepEqual([four.status, await four.json()], [413, { error: 'Send at most 3 files' }]);
  const nameless =
    '--b\r\ncontent-disposition: form-data; name="f"\r\ncontent-type: application/octet-stream\r\n\r\nabc\r\n--b--\r\n';
  const unnamed = await app.post('/files', nameless, { 'content-type': 'multipart/form-data; boundary=b' });
  assert.deepEqual([unnamed.status, unnamed.body[0].name], [201, '']);
  assert.equal((await upload('no form')).status, 415);
  assert.equal((await app.post('/full-disk', 'no JSON')).status, 415, 'the exception is for /files only');
  assert.equal((await upload(formOf([]))).status, 201, 'the application still works');
});

test('uploads: a form that ends in the middle is an error, and the server lives on', async (t) => {
  const app = await start(UploadsModule);
  t.after(() => app.stop());
  const headers = { 'content-type': 'multipart/form-data; boundary=b' };
  const cut = '--b\r\ncontent-disposition: form-data; name="f"; filename="a.txt"\r\n\r\nabc';
  assert.equal((await app.post('/files', cut, headers)).status, 400);
  const body = formOf([randomBytes(900_000)]);
  assert.equal(
    (await fetch(`${app.url}/full-disk`, { method: 'POST', body })).status,
    500,
    'that is not the fault of the client',
  );
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

test('chat: ws shares the server, checks the origin, and does not hold a shutdown', async (t) => {
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
