import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import {
  mkdir,
  mkdtemp,
  readdir,
  readlink,
  realpath,
  rename,
  rm,
  symlink,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { Log, module, provide, type StaticFilesOptions, staticFiles, web } from '../index.ts';
import { start } from '../testing.ts';
import { ErrorLog } from './error-log.fixture.ts';

const secret = 'the secret outside';
const script = 'console.log("hello");\n';
const longAgo = new Date('2024-02-29T12:00:00.500Z');
/** Making links needs special rights there. */
const noLinks = process.platform === 'win32';

test('files come with their type, length, tag and date', async (t) => {
  const { client } = await serve(t);
  const answer = await client.get('/assets/app.js');
  assert.equal(answer.status, 200);
  assert.equal(answer.text, script);
  const { headers } = answer;
  assert.equal(headers.get('content-type'), 'text/javascript; charset=utf-8');
  assert.equal(headers.get('content-length'), String(script.length));
  assert.equal(headers.get('last-modified'), 'Thu, 29 Feb 2024 12:00:00 GMT');
  assert.match(headers.get('etag')!, /^"16-[0-9a-f]+"$/);
  assert.equal(headers.get('accept-ranges'), 'bytes');
  assert.equal(headers.get('cache-control'), 'no-cache');
  assert.equal(headers.get('x-content-type-options'), 'nosniff');
});

test('names may have spaces, other letters and percent signs', async (t) => {
  const { client } = await serve(t);
  for (const [path, text] of [
    ['/assets/sub/page.txt', 'page'],
    ['/assets/caf%C3%A9%20%26%20b.txt', 'coffee'],
    ['/assets/50%25.txt', 'half'],
    ['/assets/%61pp.js', script],
    ['/assets/app.js?v=2#top', script],
  ] as const) {
    const answer = await client.get(path);
    assert.deepEqual([answer.status, answer.text], [200, text], path);
  }
});

test('an empty file is a whole answer', async (t) => {
  const { client } = await serve(t);
  const answer = await client.get('/assets/empty.css');
  assert.deepEqual([answer.status, answer.text, answer.headers.get('content-length')], [200, '', '0']);
});

test('HEAD gives the headers and leaves the file alone', async (t) => {
  const { client, leftOpen } = await serve(t);
  const answer = await client.send('HEAD', '/assets/app.js', undefined, { range: 'bytes=0-1' });
  assert.deepEqual([answer.status, answer.text], [200, '']);
  assert.equal(answer.headers.get('content-length'), String(script.length));
  assert.deepEqual(await leftOpen(), []);
});

test('there is no way out of the folder', async (t) => {
  const { port, folder } = await serve(t);
  const outside = join(folder, '..', 'secret.txt');
  const paths = [
    '/assets/../secret.txt',
    '/assets/../../secret.txt',
    '/assets/sub/../../secret.txt',
    '/assets/sub/../app.js',
    '/assets/%2e%2e/secret.txt',
    '/assets/%2E%2E/secret.txt',
    '/assets/.%2e/secret.txt',
    '/assets/..%2fsecret.txt',
    '/assets/..%2Fsecret.txt',
    '/assets/%2e%2e%2fsecret.txt',
    '/assets/sub%2f..%2f..%2fsecret.txt',
    '/assets/%252e%252e/secret.txt',
    '/assets/%252e%252e%252fsecret.txt',
    '/assets/..%252fsecret.txt',
    '/assets/..\\secret.txt',
    '/assets/..%5csecret.txt',
    '/assets/%2e%2e%5csecret.txt',
    '/assets/sub\\..\\..\\secret.txt',
    '/assets/..;/secret.txt',
    '/assets/.../secret.txt',
    '/assets/..%00/secret.txt',
    '/assets/..%20/secret.txt',
    '/assets/%EF%BC%8E%EF%BC%8E/secret.txt',
    `/assets/${outside}`,
    `/assets/${encodeURIComponent(outside)}`,
    `/assets/${pathToFileURL(outside).href}`,
    '/assets//etc/passwd',
    '/assets//%2fetc/passwd',
    '/assets/%2fetc%2fpasswd',
    '/assets/C:/Windows/win.ini',
    '/assets/C:%5CWindows%5Cwin.ini',
    '/assets/c:app.js',
    '/assets/app.js::$DATA',
    '/assets/app.js%00',
    '/assets/app.js%00.png',
    '/assets/%00',
    '/assets/../assets-private/secret.txt',
    '/assets/./app.js',
    '/assets/sub/./page.txt',
    '/assets/sub//page.txt',
    '/assets/app.js/',
    '/assets/app.js/..',
    '/assets/sub%2Fpage.txt',
    '/assets/sub%5Cpage.txt',
    '/assets/.',
    '/assets/..',
    '/assets/~root/secret.txt',
    `/assets/${'../'.repeat(200)}etc/passwd`,
    `/assets/${'a'.repeat(5000)}`,
    'http://evil.example/assets/../secret.txt',
    '//assets/../secret.txt',
  ];
  for (const path of paths) {
    const answer = await raw(port, `GET ${path} HTTP/1.1`);
    assert.match(answer, /^HTTP\/1\.1 404 Not Found/, `${path}\n${answer}`);
    assert.ok(!answer.includes(secret) && !answer.includes('root:'), path);
  }
  for (const path of ['/assets/%c0%ae%c0%ae/secret.txt', '/assets/%', '/assets/%u002e%u002e/secret.txt']) {
    assert.match(await raw(port, `GET ${path} HTTP/1.1`), /^HTTP\/1\.1 400 Bad Request/, path);
  }
});

test('a link may not lead out of the folder, and one that stays inside may be followed', {
  skip: noLinks,
}, async (t) => {
  const { client, folder } = await serve(t);
  await symlink(join(folder, '..', 'secret.txt'), join(folder, 'link.txt'));
  await symlink(join('..', 'secret.txt'), join(folder, 'relative.txt'));
  await symlink(join(folder, '..'), join(folder, 'up'), 'dir');
  await symlink(join(folder, '..', 'assets-private'), join(folder, 'private'), 'dir');
  await symlink(join(folder, 'link.txt'), join(folder, 'chain.txt'));
  await symlink(join(folder, 'circle.txt'), join(folder, 'circle.txt'));
  await symlink(join(folder, 'nowhere'), join(folder, 'broken.txt'));
  await symlink(join(folder, '.env'), join(folder, 'env.txt'));
  await symlink('app.js', join(folder, 'same.js'));
  await symlink('sub', join(folder, 'under'), 'dir');
  for (const name of [
    'link.txt',
    'relative.txt',
    'up/secret.txt',
    'private/secret.txt',
    'chain.txt',
    'circle.txt',
    'broken.txt',
    'env.txt',
  ]) {
    const answer = await client.get(`/assets/${name}`);
    assert.equal(answer.status, 404, name);
    assert.ok(!answer.text.includes(secret), name);
  }
  assert.equal((await client.get('/assets/same.js')).text, script);
  assert.equal((await client.get('/assets/under/page.txt')).text, 'page');
});

test('the folder itself may be a link, and be exchanged', { skip: noLinks }, async (t) => {
  const { client, folder } = await serve(t, {}, 'current');
  const current = join(folder, '..', 'current');
  assert.equal((await client.get('/assets/app.js')).text, script);
  const next = join(folder, '..', 'next');
  await mkdir(next);
  await writeFile(join(next, 'app.js'), 'next');
  await rm(current);
  await symlink(next, current, 'dir');
  assert.equal((await client.get('/assets/app.js')).text, 'next');
  assert.equal((await client.get('/assets/sub/page.txt')).status, 404);
});

test('a link that is swapped while requests run never leads out', { skip: noLinks }, async (t) => {
  const { client, folder } = await serve(t);
  const link = join(folder, 'swapped.txt');
  const spare = join(folder, 'spare.txt');
  const targets = [join(folder, 'sub', 'page.txt'), join(folder, '..', 'secret.txt')];
  await symlink(targets[0]!, link);
  let stop = false;
  const swapping = (async () => {
    for (let turn = 1; !stop; turn++) {
      await symlink(targets[turn % 2]!, spare);
      await rename(spare, link);
    }
  })();
  const seen = new Set<string>();
  for (let round = 0; round < 8 || (seen.size < 2 && round < 500); round++) {
    const answers = await Promise.all(Array.from({ length: 10 }, () => client.get('/assets/swapped.txt')));
    for (const { status, text } of answers) seen.add(status === 200 ? text : String(status));
  }
  stop = true;
  await swapping;
  assert.deepEqual([...seen].sort(), ['404', 'page']);
});

test('names that begin with a dot are hidden unless they are wanted', async (t) => {
  const hidden = await serve(t);
  for (const path of ['.env', '%2eenv', '.well-known/security.txt', 'sub/.hidden']) {
    assert.equal((await hidden.client.get(`/assets/${path}`)).status, 404, path);
  }
  const shown = await serve(t, { dotfiles: true });
  assert.equal((await shown.client.get('/assets/.well-known/security.txt')).text, 'contact');
  assert.match(await raw(shown.port, 'GET /assets/../secret.txt HTTP/1.1'), /^HTTP\/1\.1 404/);
});

test('folders, pipes and what is not there give 404', async (t) => {
  const { client, folder } = await serve(t);
  if (process.platform !== 'win32') execFileSync('mkfifo', [join(folder, 'pipe')]);
  for (const path of ['', 'sub', 'sub/', 'nowhere.js', 'app.js/deeper', 'pipe']) {
    assert.equal((await client.get(`/assets/${path}`)).status, 404, path);
  }
  assert.match((await client.get('/assets/nowhere.js')).text, /<h1>Not Found<\/h1>/);
});

test('a client that has the file already is told so', async (t) => {
  const { client, folder, leftOpen } = await serve(t);
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
    const answer = await client.get('/assets/app.js', headers);
    assert.equal(answer.status, status, JSON.stringify(headers));
    if (status !== 304) continue;
    assert.deepEqual([answer.text, answer.headers.get('etag')], ['', etag]);
    assert.equal(answer.headers.get('cache-control'), 'no-cache');
    assert.equal(answer.headers.get('content-length'), null);
  }
  await writeFile(join(folder, 'app.js'), script.replace('hello', 'world'));
  const changed = await client.get('/assets/app.js', { 'if-none-match': etag });
  assert.equal(changed.status, 200, 'the same size, another version');
  assert.deepEqual(await leftOpen(), []);
});

test('a file that was written just now has a weak tag: it may be written again within the tick', async (t) => {
  const { client, folder } = await serve(t);
  await writeFile(join(folder, 'fresh.txt'), 'fresh');
  const { headers } = await client.get('/assets/fresh.txt');
  assert.match(headers.get('etag')!, /^W\/"5-[0-9a-f]+"$/);
  assert.equal((await client.get('/assets/fresh.txt', { 'if-none-match': headers.get('etag')! })).status, 304);
  for (const held of [headers.get('etag')!, headers.get('last-modified')!]) {
    const answer = await client.get('/assets/fresh.txt', { range: 'bytes=0-1', 'if-range': held });
    assert.equal(answer.status, 200, held);
  }
});

test('a date in the future is not passed on', async (t) => {
  const { client, folder } = await serve(t);
  const before = Date.now();
  await utimes(join(folder, 'app.js'), new Date(before + 3_600_000), new Date(before + 3_600_000));
  const date = Date.parse((await client.get('/assets/app.js')).headers.get('last-modified')!);
  assert.ok(date <= Date.now());
});

test('parts of a file can be asked for', async (t) => {
  const { client, leftOpen } = await serve(t);
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
    const answer = await client.get('/assets/digits.txt', headers);
    const place = JSON.stringify(headers);
    assert.equal(answer.status, status, place);
    assert.equal(answer.headers.get('content-range'), contentRange, place);
    assert.equal(answer.text, text, place);
    assert.equal(answer.headers.get('content-length'), String(text.length), place);
    assert.equal(answer.headers.get('etag'), status === 416 ? null : etag, place);
  }
  assert.equal((await client.get('/assets/empty.css', { range: 'bytes=0-' })).status, 416);
  assert.deepEqual(await leftOpen(), []);
});

test('a large file arrives whole, in pieces, and its middle too', async (t) => {
  const { client, folder, leftOpen } = await serve(t);
  const bytes = Buffer.alloc(5 * 1024 * 1024 + 7, 'abcdefghijk');
  bytes.write('the middle', 2_500_000);
  await writeFile(join(folder, 'large.bin'), bytes);
  const response = await fetch(`${client.url}/assets/large.bin`);
  assert.equal(response.headers.get('content-type'), 'application/octet-stream');
  assert.ok(Buffer.from(await response.arrayBuffer()).equals(bytes));
  const part = await client.get('/assets/large.bin', { range: 'bytes=2500000-2700000' });
  assert.equal(part.text, bytes.toString('latin1', 2_500_000, 2_700_001));
  assert.deepEqual(await leftOpen(), []);
});

test('a client that leaves in the middle leaves no file open', async (t) => {
  const { client, folder, leftOpen } = await serve(t);
  await writeFile(join(folder, 'large.bin'), Buffer.alloc(30 * 1024 * 1024));
  const leaving = request(`${client.url}/assets/large.bin`).end();
  const [response] = await once(leaving, 'response');
  await once(response, 'readable');
  leaving.destroy();
  await client.stop();
  assert.deepEqual(await leftOpen(), []);
});

test('a file that is cut short in the middle ends the connection instead of leaving the client waiting', async (t) => {
  const { client, folder } = await serve(t);
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

test('a file that is deleted while it is being sent arrives whole', {
  skip: process.platform === 'win32',
}, async (t) => {
  const { client, folder } = await serve(t);
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

test('how long a browser may keep a file is for the application to say', async (t) => {
  const { client } = await serve(t, { cacheControl: 'public, max-age=31536000, immutable' });
  assert.equal(
    (await client.get('/assets/app.js')).headers.get('cache-control'),
    'public, max-age=31536000, immutable',
  );
  assert.equal((await client.get('/assets/nowhere.js')).headers.get('cache-control'), null);
  assert.throws(() => staticFiles('.', { cacheControl: 'a\nb' }), TypeError);
});

test('types follow the end of the name, in any letter case', async (t) => {
  const { client, folder } = await serve(t);
  const types = {
    'a.HTML': 'text/html; charset=utf-8',
    'a.css': 'text/css; charset=utf-8',
    'a.min.mjs': 'text/javascript; charset=utf-8',
    'a.json': 'application/json; charset=utf-8',
    'a.svg': 'image/svg+xml; charset=utf-8',
    'a.woff2': 'font/woff2',
    'a.unknown': 'application/octet-stream',
    'a.constructor': 'application/octet-stream',
    plain: 'application/octet-stream',
  };
  for (const [name, type] of Object.entries(types)) {
    await writeFile(join(folder, name), '{}');
    assert.equal((await client.get(`/assets/${name}`)).headers.get('content-type'), type, name);
  }
});

test('a folder that is not there, and a route without a star, are said so', async (t) => {
  assert.throws(
    () => staticFiles('no-such-folder'),
    /There is no folder .*no-such-folder\. A relative path starts where/,
  );
  assert.throws(() => staticFiles(new URL(import.meta.url)), /There is no folder .*static-files\.test\.ts/);
  const { client, log } = await serve(t);
  assert.equal((await client.get('/fixed')).status, 500);
  assert.match(log.errors[0]!, /\/fixed: the route of staticFiles\(\) must end in "\/\*"/);
});

/** A web application that hands out a folder; beside the folder lie things that must not be handed out. */
async function serve(t: TestContext, options: StaticFilesOptions = {}, linkName?: string) {
  const base = await realpath(await mkdtemp(join(tmpdir(), 'trellis-files-')));
  t.after(() => rm(base, { recursive: true, force: true, maxRetries: 5 }));
  const folder = await fill(base);
  const served = linkName === undefined ? folder : join(base, linkName);
  if (linkName !== undefined) await symlink(folder, served, 'dir');
  const log = new ErrorLog();
  class FilesController {
    routes() {
      return [
        { method: 'GET' as const, path: '/assets/*', handler: staticFiles(served, options) },
        { method: 'GET' as const, path: '/fixed', handler: staticFiles(pathToFileURL(served)) },
      ];
    }
  }
  const client = await start(module('FilesModule', { declarations: [FilesController] }), {
    platform: web(),
    overrides: [provide(Log, { value: log })],
  });
  t.after(() => client.stop());
  return { client, port: Number(new URL(client.url).port), folder, log, leftOpen: () => leftOpen(folder) };
}

async function fill(base: string): Promise<string> {
  const files: Record<string, string> = {
    'secret.txt': secret,
    'assets-private/secret.txt': secret,
    'assets/app.js': script,
    'assets/sub/page.txt': 'page',
    'assets/sub/.hidden': secret,
    'assets/digits.txt': '0123456789',
    'assets/empty.css': '',
    'assets/café & b.txt': 'coffee',
    'assets/50%.txt': 'half',
    'assets/.env': secret,
    'assets/.well-known/security.txt': 'contact',
  };
  for (const [name, text] of Object.entries(files)) {
    const path = join(base, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
    await utimes(path, longAgo, longAgo);
  }
  return join(base, 'assets');
}

/** The files of a folder that this process has open, once they had a moment to be closed. Only Linux can tell. */
async function leftOpen(folder: string): Promise<string[]> {
  const deadline = performance.now() + 5_000;
  for (;;) {
    const names = await readdir('/proc/self/fd').catch(() => []);
    const paths = await Promise.all(names.map((name) => readlink(`/proc/self/fd/${name}`).catch(() => '')));
    const open = paths.filter((path) => path.startsWith(folder));
    if (open.length === 0 || performance.now() > deadline) return open;
  }
}

/** Sends a request line as it stands: `fetch` would tidy up the path first. */
async function raw(port: number, line: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(`${line}\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
  let answer = '';
  for await (const chunk of socket.setEncoding('utf8')) answer += chunk;
  return answer;
}
