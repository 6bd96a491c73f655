import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { FileLock } from './lock.ts';

async function lockPath(t: TestContext): Promise<string> {
  return join(await temporaryFolder(t), 'blog.db.lock');
}

/** Writes a lock as another process would have left it. */
function leave(path: string, holder: object): void {
  writeFileSync(path, JSON.stringify({ host: hostname(), started: '', token: 'of-another', ...holder }));
}

function age(path: string): void {
  const aMinuteAgo = Date.now() / 1_000 - 60;
  utimesSync(path, aMinuteAgo, aMinuteAgo);
}

/** A process that has ended. */
function deadPid(): number {
  return spawnSync(process.execPath, ['--version']).pid;
}

test('a lock that this process holds is refused to a second handle, until it is released', async (t) => {
  const path = await lockPath(t);
  const lock = FileLock.acquire(path);
  assert.throws(() => FileLock.acquire(path), { code: 'locked', message: /^blog\.db is in use by this process/ });
  lock.release();
  lock.release();
  FileLock.acquire(path).release();
  assert.deepEqual(readdirSync(join(path, '..')), []);
});

test('a lock of a living process is refused, and left', async (t) => {
  const path = await lockPath(t);
  // The process that started this one lives.
  for (const started of [startOfParent(), '']) {
    leave(path, { pid: process.ppid, started });
    const before = readFileSync(path, 'utf8');
    assert.throws(() => FileLock.acquire(path), { code: 'locked', message: new RegExp(`process ${process.ppid}\\.`) });
    assert.equal(readFileSync(path, 'utf8'), before);
  }
});

test('a lock of a dead process is taken over', async (t) => {
  const path = await lockPath(t);
  leave(path, { pid: deadPid() });
  const lock = FileLock.acquire(path);
  assert.equal(JSON.parse(readFileSync(path, 'utf8')).pid, process.pid);
  lock.release();
  assert.deepEqual(readdirSync(join(path, '..')), []);
});

test('a predecessor with the number of this process is dead: in a container every start may get the same', async (t) => {
  const path = await lockPath(t);
  leave(path, { pid: process.pid });
  FileLock.acquire(path).release();
});

test('a number that another process has got since is recognized', { skip: process.platform !== 'linux' }, async (t) => {
  const path = await lockPath(t);
  leave(path, { pid: process.ppid, started: '1' });
  FileLock.acquire(path).release();
});

test('a lock from another machine is refused: whether its process lives cannot be seen from here', async (t) => {
  const path = await lockPath(t);
  leave(path, { pid: deadPid(), host: 'elsewhere' });
  assert.throws(() => FileLock.acquire(path), { code: 'locked', message: /on elsewhere.*delete .*blog\.db\.lock/ });
});

test('a lock without readable text counts while it is fresh, and not after', async (t) => {
  for (const text of [
    '',
    '{"pid":',
    '{"pid":0,"token":"a"}',
    '{"pid":-1,"token":"a"}',
    '{"pid":12,"token":"../a"}',
    'null',
  ]) {
    const path = await lockPath(t);
    writeFileSync(path, text);
    assert.throws(() => FileLock.acquire(path), { code: 'locked', message: /just starting/ }, text);
    age(path);
    FileLock.acquire(path).release();
  }
});

test('while another process removes a dead lock, this one keeps away; a forgotten claim is ignored', async (t) => {
  const path = await lockPath(t);
  leave(path, { pid: deadPid() });
  const claim = `${path}.of-another`;
  writeFileSync(claim, '');
  assert.throws(() => FileLock.acquire(path), { code: 'locked', message: /just starting/ });
  age(claim);
  FileLock.acquire(path).release();
  assert.deepEqual(readdirSync(join(path, '..')), []);
});

test('a lock that was deleted is made again; one that has become another’s is reported, and not released', async (t) => {
  const path = await lockPath(t);
  const lock = FileLock.acquire(path);
  lock.assertHeld();
  rmSync(path);
  lock.assertHeld();
  assert.equal(JSON.parse(readFileSync(path, 'utf8')).pid, process.pid);
  leave(path, { pid: process.ppid });
  assert.throws(() => lock.assertHeld(), { code: 'locked' });
  lock.release();
  assert.equal(JSON.parse(readFileSync(path, 'utf8')).pid, process.ppid);
});

function startOfParent(): string {
  if (process.platform !== 'linux') return '';
  const stat = readFileSync(`/proc/${process.ppid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]!;
}
