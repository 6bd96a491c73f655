import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { findServices, howToInstall } from './find.ts';
import { Service } from './service.ts';

/** Folders with empty programs in them, as the whole path. */
async function onPath(t: TestContext, programs: string[][]): Promise<string[]> {
  const root = await mkdtemp(join(tmpdir(), 'trellis-path-'));
  const before = process.env.PATH;
  t.after(async () => {
    process.env.PATH = before;
    await rm(root, { recursive: true });
  });
  const folders: string[] = [];
  for (const [index, names] of programs.entries()) {
    const folder = join(root, String(index));
    await mkdir(folder);
    for (const name of names) await writeFile(join(folder, process.platform === 'win32' ? `${name}.exe` : name), '');
    folders.push(folder);
  }
  process.env.PATH = folders.join(process.platform === 'win32' ? ';' : ':');
  return folders;
}

test('the first folder of the path that has all of it is taken', async (t) => {
  const complete = ['postgres', 'initdb', 'createdb'];
  const [, second] = await onPath(t, [['postgres', 'initdb'], complete, complete]);
  assert.equal(findServices().postgres, second);
});

test('Valkey does where Redis is not', async (t) => {
  const [, second] = await onPath(t, [['redis-cli'], ['valkey-server']]);
  assert.equal(findServices().redis?.startsWith(join(second!, 'valkey-server')), true);
});

test('every system is told how to install what is missing', () => {
  assert.match(howToInstall('postgres', 'darwin'), /brew/);
  assert.match(howToInstall('redis', 'win32'), /WSL/);
  assert.match(howToInstall('postgres', 'linux'), /apt/);
  assert.match(howToInstall('redis', 'freebsd'), /apt/);
});

/** A service that prints "ready" when it is. */
function serviceOf(script: string): Service {
  const args = ['--eval', script];
  return new Service({
    name: 'Echo',
    url: 'echo:',
    program: process.execPath,
    args,
    ready: /ready/,
    goodbye: 'SIGTERM',
  });
}

test('a service that does not start says why, in its own words', async () => {
  const service = serviceOf("console.error('no room on the disk'); process.exit(1)");
  await assert.rejects(service.start(), { message: 'Echo does not start:\nno room on the disk' });
});

test('a service can be killed, started again and stopped; stopping twice is once', async () => {
  const service = serviceOf("console.log('ready'); setInterval(() => {}, 1000)");
  await service.start();
  await service.kill();
  await service.start();
  await service.stop();
  await service.stop();
});
