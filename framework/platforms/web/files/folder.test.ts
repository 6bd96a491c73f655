import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { noLinks, openFiles, script, secret, serveFolder } from '../../../fixtures/served-folder.ts';

test('no path leads out of the folder', async (t) => {
  const { client, folder } = await serveFolder(t);
  const connection = await client.connect();
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
    const { status, body } = await connection.request(`GET ${path}`).read();
    assert.equal(status, 404, path);
    assert.ok(!body.includes(secret) && !body.includes('root:'), path);
  }
  const malformed = [
    '/assets/%c0%ae%c0%ae/secret.txt',
    '/assets/%',
    '/assets/%u002e%u002e/secret.txt',
    '/assets/..%00/secret.txt',
    '/assets/app.js%00',
    '/assets/app.js%00.png',
    '/assets/%00',
  ];
  for (const path of malformed) {
    assert.equal((await connection.request(`GET ${path}`).read()).status, 400, path);
  }
});

test('links that leave the folder are 404, links that stay inside are followed', {
  skip: noLinks,
}, async (t) => {
  const { client, folder } = await serveFolder(t);
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
    const response = await client.get(`/assets/${name}`);
    assert.equal(response.status, 404, name);
    assert.ok(!response.text.includes(secret), name);
  }
  assert.equal((await client.get('/assets/same.js')).text, script);
  assert.equal((await client.get('/assets/under/page.txt')).text, 'page');
});

test('the folder itself may be a link, and the link may change', { skip: noLinks }, async (t) => {
  const { client, folder } = await serveFolder(t, {}, 'current');
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

test('a link that is swapped during requests never leads out of the folder', { skip: noLinks }, async (t) => {
  const { client, folder } = await serveFolder(t);
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
  for (let round = 0; round < 30; round++) {
    const responses = await Promise.all(Array.from({ length: 10 }, () => client.get('/assets/swapped.txt')));
    for (const { status, text } of responses) seen.add(status === 200 ? text : String(status));
  }
  stop = true;
  await swapping;
  // The response depends on the moment: either of the two is fine, but nothing else is.
  assert.deepEqual(
    [...seen].filter((response) => response !== '404' && response !== 'page'),
    [],
  );
});

test('names that start with a dot are served only if the option is set', async (t) => {
  const hidden = await serveFolder(t);
  for (const path of ['.env', '%2eenv', '.well-known/security.txt', 'sub/.hidden']) {
    assert.equal((await hidden.client.get(`/assets/${path}`)).status, 404, path);
  }
  const shown = await serveFolder(t, { dotfiles: true });
  assert.equal((await shown.client.get('/assets/.well-known/security.txt')).text, 'contact');
  const connection = await shown.client.connect();
  assert.equal((await connection.request('GET /assets/../secret.txt').read()).status, 404);
});

test('directories, pipes and missing files are 404', async (t) => {
  const { client, folder } = await serveFolder(t);
  if (process.platform !== 'win32') execFileSync('mkfifo', [join(folder, 'pipe')]);
  for (const path of ['', 'sub', 'sub/', 'nowhere.js', 'app.js/deeper', 'pipe']) {
    assert.equal((await client.get(`/assets/${path}`)).status, 404, path);
    assert.deepEqual(await openFiles(folder), [], path);
  }
  assert.match((await client.get('/assets/nowhere.js')).text, /<h1>Not Found<\/h1>/);
});
