import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { serve } from '../fixtures/serve.ts';
import { allClosed } from '../fixtures/served-folder.ts';
import type { Handler } from '../routing/route.ts';
import type { SendFileOptions } from './send-file.ts';

const longAgo = new Date('2024-02-29T12:00:00Z');

async function folderWith(t: TestContext, name: string, content: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'send-file-'));
  t.after(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, name), content);
  await utimes(join(folder, name), longAgo, longAgo);
  return folder;
}

async function serveFile(t: TestContext, options: SendFileOptions = {}, name = 'report.txt') {
  const folder = await folderWith(t, name, '0123456789');
  const handler: Handler = (ctx) => ctx.sendFile(join(folder, name), options);
  return { folder, app: await serve(t, [{ method: 'GET', path: '/', handler }]) };
}

test('sendFile: a file with its type, its length, its tag and its time', async (t) => {
  const { app, folder } = await serveFile(t);
  const { status, text, headers } = await app.get('/');
  assert.deepEqual([status, text], [200, '0123456789']);
  const names = ['content-type', 'content-length', 'last-modified', 'cache-control', 'accept-ranges'];
  assert.deepEqual(
    names.map((name) => headers.get(name)),
    ['text/plain; charset=utf-8', '10', 'Thu, 29 Feb 2024 12:00:00 GMT', 'no-cache', 'bytes'],
  );
  assert.match(headers.get('etag') ?? '', /^"[\da-f]+-[\da-f]+"$/);
  assert.equal(headers.get('x-content-type-options'), 'nosniff');
  await allClosed(folder);
});

test('sendFile: ranges and conditions, with a tag of the handler', async (t) => {
  const { app, folder } = await serveFile(t, { etag: '"v1"', contentType: 'text/csv', cacheControl: 'private' });
  const cases: [Record<string, string>, number, string][] = [
    [{}, 200, '0123456789'],
    [{ range: 'bytes=2-4' }, 206, '234'],
    [{ range: 'bytes=-3' }, 206, '789'],
    [{ range: 'bytes=20-' }, 416, ''],
    [{ range: 'bytes=2-4', 'if-range': '"v1"' }, 206, '234'],
    [{ range: 'bytes=2-4', 'if-range': '"v0"' }, 200, '0123456789'],
    [{ 'if-none-match': '"v1"' }, 304, ''],
    [{ 'if-none-match': '"v0"' }, 200, '0123456789'],
    [{ 'if-match': '"v0"' }, 412, ''],
    [{ 'if-modified-since': longAgo.toUTCString() }, 304, ''],
  ];
  for (const [headers, status, text] of cases) {
    const answer = await app.get('/', headers);
    assert.deepEqual([answer.status, answer.text], [status, text], JSON.stringify(headers));
    if (status < 400) assert.equal(answer.headers.get('etag'), '"v1"');
    if (status < 300) assert.equal(answer.headers.get('content-type'), 'text/csv');
  }
  await allClosed(folder);
});

test('sendFile: HEAD has the headers of GET and leaves no file open', async (t) => {
  const { app, folder } = await serveFile(t);
  const answer = await app.send('HEAD', '/');
  assert.deepEqual([answer.status, answer.text, answer.headers.get('content-length')], [200, '', '10']);
  await allClosed(folder);
});

test('sendFile: headers that were set before are kept', async (t) => {
  const folder = await folderWith(t, 'a', 'text');
  const handler: Handler = (ctx) => {
    ctx.response.setHeader('content-type', 'image/png').setHeader('cache-control', 'no-store').setHeader('etag', '"7"');
    return ctx.sendFile(join(folder, 'a'));
  };
  const app = await serve(t, [{ method: 'GET', path: '/', handler }]);
  const { headers } = await app.get('/');
  assert.deepEqual(
    ['content-type', 'cache-control', 'etag'].map((name) => headers.get(name)),
    ['image/png', 'no-store', '"7"'],
  );
});

test('sendFile: a URL names a file too, and decides on the type', async (t) => {
  const folder = await folderWith(t, 'ä.css', 'p {}');
  const url = pathToFileURL(join(folder, 'ä.css'));
  const app = await serve(t, [{ method: 'GET', path: '/', handler: (ctx) => ctx.sendFile(url) }]);
  const answer = await app.get('/');
  assert.deepEqual([answer.text, answer.headers.get('content-type')], ['p {}', 'text/css; charset=utf-8']);
});

test('sendFile: a file that is missing, or is a folder, is a 404 that the handler can catch', async (t) => {
  const folder = await folderWith(t, 'a', 'text');
  await mkdir(join(folder, 'inner'));
  const app = await serve(t, [
    { method: 'GET', path: '/missing', handler: (ctx) => ctx.sendFile(join(folder, 'b')) },
    { method: 'GET', path: '/folder', handler: (ctx) => ctx.sendFile(join(folder, 'inner')) },
    { method: 'GET', path: '/caught', handler: (ctx) => ctx.sendFile(join(folder, 'b')).catch(() => 'another') },
  ]);
  assert.equal((await app.get('/missing')).status, 404);
  assert.equal((await app.get('/folder')).status, 404);
  assert.equal((await app.get('/caught')).body, 'another');
  await allClosed(folder);
});

test('sendFile: an etag without quotes is refused', async (t) => {
  const { app } = await serveFile(t, { etag: 'v1' });
  assert.equal((await app.get('/')).status, 500);
  assert.match(String(app.log.at('error')[0]?.fields.error), /isn't in quotes/);
});
