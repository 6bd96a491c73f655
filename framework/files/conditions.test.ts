import assert from 'node:assert/strict';
import { utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { allClosed, openFiles, script, serveFolder } from '../fixtures/served-folder.ts';

test('a client that already has the file gets 304', async (t) => {
  const { client, folder } = await serveFolder(t);
  const etag = (await client.get('/assets/app.js')).headers.get('etag')!;
  const cases: [Record<string, string>, number][] = [
    [{ 'if-none-match': etag }, 304],
    [{ 'if-none-match': `W/${etag}` }, 304],
    [{ 'if-none-match': `"other", ${etag}` }, 304],
    [{ 'if-none-match': '*' }, 304],
    [{ 'if-none-match': '"other"' }, 200],
    [{ 'if-none-match': etag.slice(1, -1) }, 200],
    [{ 'if-modified-since': 'Thu, 29 Feb 2024 12:00:00 GMT' }, 304],
    [{ 'if-modified-since': 'Fri, 01 Mar 2024 12:00:00 GMT' }, 304],
    [{ 'if-modified-since': 'Thu, 29 Feb 2024 11:59:59 GMT' }, 200],
    [{ 'if-modified-since': 'yesterday' }, 200],
    [{ 'if-none-match': '"other"', 'if-modified-since': 'Fri, 01 Mar 2024 12:00:00 GMT' }, 200],
    [{ 'if-none-match': etag, range: 'bytes=0-1' }, 304],
    [{ 'if-match': etag }, 200],
    [{ 'if-match': '"other"' }, 412],
    [{ 'if-match': `W/${etag}` }, 412],
    [{ 'if-match': '*' }, 200],
    [{ 'if-unmodified-since': 'Thu, 29 Feb 2024 12:00:00 GMT' }, 200],
    [{ 'if-unmodified-since': 'Thu, 29 Feb 2024 11:59:59 GMT' }, 412],
    [{ 'if-unmodified-since': 'tomorrow' }, 200],
  ];
  for (const [headers, status] of cases) {
    const response = await client.get('/assets/app.js', headers);
    assert.equal(response.status, status, JSON.stringify(headers));
    if (status === 200) await allClosed(folder);
    assert.deepEqual(await openFiles(folder), []);
    if (status !== 304) continue;
    assert.deepEqual([response.text, response.headers.get('etag')], ['', etag]);
    assert.equal(response.headers.get('cache-control'), 'no-cache');
    assert.equal(response.headers.get('content-length'), null);
  }
  await writeFile(join(folder, 'app.js'), script.replace('hello', 'world'));
  const changed = await client.get('/assets/app.js', { 'if-none-match': etag });
  assert.equal(changed.status, 200, 'a new version of the same size');
});

test('a file that was just written has a weak ETag, because it may be written again within the same tick', async (t) => {
  const { client, folder } = await serveFolder(t);
  const fresh = join(folder, 'fresh.txt');
  await writeFile(fresh, 'fresh');
  // A second of a busy machine is short. With a time that is yet to come, the file stays fresh for the whole test.
  const later = new Date(Date.now() + 60_000);
  await utimes(fresh, later, later);
  const { headers } = await client.get('/assets/fresh.txt');
  assert.match(headers.get('etag')!, /^W\/"5-[0-9a-f]+"$/);
  assert.equal((await client.get('/assets/fresh.txt', { 'if-none-match': headers.get('etag')! })).status, 304);
  assert.equal((await client.get('/assets/fresh.txt', { 'if-match': headers.get('etag')! })).status, 412);
  for (const held of [headers.get('etag')!, headers.get('last-modified')!]) {
    const response = await client.get('/assets/fresh.txt', { range: 'bytes=0-1', 'if-range': held });
    assert.equal(response.status, 200, held);
  }
});

test('a modification date in the future is not sent', async (t) => {
  const { client, folder } = await serveFolder(t);
  const before = Date.now();
  await utimes(join(folder, 'app.js'), new Date(before + 3_600_000), new Date(before + 3_600_000));
  const date = Date.parse((await client.get('/assets/app.js')).headers.get('last-modified')!);
  assert.ok(date <= Date.now());
});

test('a range of a file can be requested', async (t) => {
  const { client, folder } = await serveFolder(t);
  const etag = (await client.get('/assets/digits.txt')).headers.get('etag')!;
  const date = 'Thu, 29 Feb 2024 12:00:00 GMT';
  const cases: [string, number, string, string | null, string?][] = [
    ['bytes=0-0', 206, '0', 'bytes 0-0/10'],
    ['bytes=2-4', 206, '234', 'bytes 2-4/10'],
    ['bytes=7-', 206, '789', 'bytes 7-9/10'],
    ['bytes=-3', 206, '789', 'bytes 7-9/10'],
    ['bytes=-99', 206, '0123456789', 'bytes 0-9/10'],
    ['bytes=5-99', 206, '56789', 'bytes 5-9/10'],
    ['BYTES=9-9', 206, '9', 'bytes 9-9/10'],
    ['bytes=0-99999999999999999999999', 206, '0123456789', 'bytes 0-9/10'],
    ['bytes=10-', 416, '', 'bytes */10'],
    ['bytes=10-20', 416, '', 'bytes */10'],
    ['bytes=99999999999999999999999-', 416, '', 'bytes */10'],
    ['bytes=-0', 416, '', 'bytes */10'],
    ['bytes=4-2', 200, '0123456789', null],
    ['bytes=0-1,4-5', 200, '0123456789', null],
    ['bytes=-', 200, '0123456789', null],
    ['bytes=a-b', 200, '0123456789', null],
    ['bytes=-1-2', 200, '0123456789', null],
    ['bytes 0-1', 200, '0123456789', null],
    ['lines=0-1', 200, '0123456789', null],
    ['bytes=2-4', 206, '234', 'bytes 2-4/10', etag],
    ['bytes=2-4', 206, '234', 'bytes 2-4/10', date],
    ['bytes=2-4', 200, '0123456789', null, '"other"'],
    ['bytes=2-4', 200, '0123456789', null, `W/${etag}`],
    ['bytes=2-4', 200, '0123456789', null, 'Thu, 29 Feb 2024 12:00:01 GMT'],
    ['bytes=20-', 200, '0123456789', null, '"other"'],
  ];
  for (const [range, status, text, contentRange, ifRange] of cases) {
    const headers: Record<string, string> = ifRange === undefined ? { range } : { range, 'if-range': ifRange };
    const response = await client.get('/assets/digits.txt', headers);
    const place = JSON.stringify(headers);
    assert.equal(response.status, status, place);
    assert.equal(response.headers.get('content-range'), contentRange, place);
    assert.equal(response.text, text, place);
    assert.equal(response.headers.get('content-length'), String(text.length), place);
    assert.equal(response.headers.get('etag'), status === 416 ? null : etag, place);
  }
  await allClosed(folder);
  assert.equal((await client.get('/assets/empty.css', { range: 'bytes=0-' })).status, 416);
  assert.deepEqual(await openFiles(folder), []);
});
