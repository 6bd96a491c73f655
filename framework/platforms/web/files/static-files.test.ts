import assert from 'node:assert/strict';
import { once } from 'node:events';
import { rm, truncate, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { test } from 'node:test';
import { allClosed, script, serveFolder } from '../../../fixtures/served-folder.ts';
import { staticFiles } from './static-files.ts';

test('a file is sent with its type, length, ETag and date', async (t) => {
  const { client } = await serveFolder(t);
  const response = await client.get('/assets/app.js');
  assert.equal(response.status, 200);
  assert.equal(response.text, script);
  const { headers } = response;
  assert.equal(headers.get('content-type'), 'text/javascript; charset=utf-8');
  assert.equal(headers.get('content-length'), String(script.length));
  assert.equal(headers.get('last-modified'), 'Thu, 29 Feb 2024 12:00:00 GMT');
  assert.match(headers.get('etag')!, /^"16-[0-9a-f]+"$/);
  assert.equal(headers.get('accept-ranges'), 'bytes');
  assert.equal(headers.get('cache-control'), 'no-cache');
  assert.equal(headers.get('x-content-type-options'), 'nosniff');
});

test('file names may contain spaces, non-ASCII letters and percent signs', async (t) => {
  const { client } = await serveFolder(t);
  for (const [path, text] of [
    ['/assets/sub/page.txt', 'page'],
    ['/assets/caf%C3%A9%20%26%20b.txt', 'coffee'],
    ['/assets/50%25.txt', 'half'],
    ['/assets/%61pp.js', script],
    ['/assets/app.js?v=2#top', script],
  ] as const) {
    const response = await client.get(path);
    assert.deepEqual([response.status, response.text], [200, text], path);
  }
});

test('an empty file is a complete response', async (t) => {
  const { client } = await serveFolder(t);
  const response = await client.get('/assets/empty.css');
  assert.deepEqual([response.status, response.text, response.headers.get('content-length')], [200, '', '0']);
});

test('HEAD sends the headers without reading the file', async (t) => {
  const { client, folder } = await serveFolder(t);
  const response = await client.send('HEAD', '/assets/app.js', undefined, { range: 'bytes=0-1' });
  assert.deepEqual([response.status, response.text], [200, '']);
  assert.equal(response.headers.get('content-length'), String(script.length));
  await allClosed(folder);
});

test('a large file arrives complete, and so does a range in its middle', async (t) => {
  const { client, folder } = await serveFolder(t);
  const bytes = Buffer.alloc(5 * 1024 * 1024 + 7, 'abcdefghijk');
  bytes.write('the middle', 2_500_000);
  await writeFile(join(folder, 'large.bin'), bytes);
  const response = await fetch(`${client.url}/assets/large.bin`);
  assert.equal(response.headers.get('content-type'), 'application/octet-stream');
  assert.ok(Buffer.from(await response.arrayBuffer()).equals(bytes));
  const part = await client.get('/assets/large.bin', { range: 'bytes=2500000-2700000' });
  assert.equal(part.text, bytes.toString('latin1', 2_500_000, 2_700_001));
  await allClosed(folder);
});

test('a client that disconnects midway leaves no file open', async (t) => {
  const { client, folder } = await serveFolder(t);
  await writeFile(join(folder, 'large.bin'), Buffer.alloc(30 * 1024 * 1024));
  const leaving = request(`${client.url}/assets/large.bin`).end();
  const [response] = await once(leaving, 'response');
  await once(response, 'readable');
  leaving.destroy();
  await client.stop();
  await allClosed(folder);
});

test('a file that shrinks while it is sent ends the connection instead of leaving the client waiting', async (t) => {
  const { client, folder } = await serveFolder(t);
  const path = join(folder, 'shrinking.bin');
  await writeFile(path, Buffer.alloc(30 * 1024 * 1024));
  const asking = request(`${client.url}/assets/shrinking.bin`).end();
  const [response] = await once(asking, 'response');
  await once(response, 'readable');
  await truncate(path, 1024);
  response.resume();
  const [error] = await once(response, 'error');
  assert.equal(error.code, 'ECONNRESET');
});

test('a file that is deleted while it is sent arrives complete', {
  skip: process.platform === 'win32',
}, async (t) => {
  const { client, folder } = await serveFolder(t);
  const path = join(folder, 'going.bin');
  await writeFile(path, Buffer.alloc(30 * 1024 * 1024));
  const asking = request(`${client.url}/assets/going.bin`).end();
  const [response] = await once(asking, 'response');
  await once(response, 'readable');
  await rm(path);
  let size = 0;
  for await (const chunk of response) size += chunk.length;
  assert.equal(size, 30 * 1024 * 1024);
});

test('the application decides how long a browser may keep a file', async (t) => {
  const { client } = await serveFolder(t, { cacheControl: 'public, max-age=31536000, immutable' });
  assert.equal(
    (await client.get('/assets/app.js')).headers.get('cache-control'),
    'public, max-age=31536000, immutable',
  );
  assert.equal((await client.get('/assets/nowhere.js')).headers.get('cache-control'), null);
  assert.throws(() => staticFiles('.', { cacheControl: 'a\nb' }), TypeError);
});

test('the content type follows the extension, in any letter case, and everything else is bytes', async (t) => {
  const { client, folder } = await serveFolder(t);
  const types = {
    'a.HTML': 'text/html; charset=utf-8',
    'a.css': 'text/css; charset=utf-8',
    'a.min.mjs': 'text/javascript; charset=utf-8',
    'a.json': 'application/json; charset=utf-8',
    'a.webmanifest': 'application/manifest+json; charset=utf-8',
    'a.xml': 'text/xml; charset=utf-8',
    'a.xhtml': 'application/xhtml+xml; charset=utf-8',
    'a.svg': 'image/svg+xml; charset=utf-8',
    'a.woff2': 'font/woff2',
    'a.epub': 'application/epub+zip',
    'favicon.ico': 'image/x-icon',
    'a.unknown': 'application/octet-stream',
    'a.constructor': 'application/octet-stream',
    'a.__proto__': 'application/octet-stream',
    'a.html%20': 'application/octet-stream',
    'a.': 'application/octet-stream',
    html: 'application/octet-stream',
    plain: 'application/octet-stream',
  };
  for (const [name, type] of Object.entries(types)) {
    await writeFile(join(folder, decodeURIComponent(name)), '{}');
    const { headers } = await client.get(`/assets/${name}`);
    assert.deepEqual([headers.get('content-type'), headers.get('x-content-type-options')], [type, 'nosniff'], name);
  }
});

test('a missing folder and a route without a wildcard are errors that say what to do', async (t) => {
  assert.throws(
    () => staticFiles('no-such-folder'),
    /The folder .*no-such-folder does not exist\. A relative path starts in the directory where the program started/,
  );
  assert.throws(
    () => staticFiles(new URL(import.meta.url)),
    /The folder .*static-files\.test\.ts does not exist.* tsc does not copy such a folder from src to dist: keep it outside of src\.$/,
  );
  const { client } = await serveFolder(t);
  assert.equal((await client.get('/no-star')).status, 500);
  assert.match(
    (client.log.at('error')[0]!.fields.error as Error).message,
    /\/no-star: the route of staticFiles\(\) must end in "\/\*"\. Change its path\./,
  );
});
