import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { compiled } from '../fixtures/compiled.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { FileLock } from './lock.ts';

async function lockPath(t: TestContext): Promise<string> {
  return join(await temporaryFolder(t), 'blog.db.lock');
}

/** The PID namespace and kernel of this process, as a lock contains it. */
const space =
  process.platform === 'linux'
    ? `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${readlinkSync('/proc/self/ns/pid')}`
    : hostname();

/** Writes a lock as another process would have left it. */
function leave(path: string, holder: object): void {
  writeFileSync(path, JSON.stringify({ host: hostname(), space, started: '', token: 'of-another', ...holder }));
}

/** Makes a file look as if it was last modified a minute ago. */
function age(path: string): void {
  const aMinuteAgo = Date.now() / 1_000 - 60;
  utimesSync(path, aMinuteAgo, aMinuteAgo);
}

/** The id of a process that has ended. */
function deadPid(): number {
  return spawnSync(process.execPath, ['--version']).pid;
}

/** Waits for the next heartbeat. */
async function heartbeat(path: string): Promise<void> {
  age(path);
  while (Date.now() - statSync(path).mtimeMs > 30_000) await new Promise((resolve) => setImmediate(resolve));
}

async function acquireAndRelease(path: string, silence?: number): Promise<void> {
  (await FileLock.acquire(path, silence === undefined ? {} : { silence })).release();
}

test('a lock that this process holds is refused to a second handle until it is released', async (t) => {
  const path = await lockPath(t);
  const lock = await FileLock.acquire(path);
  await assert.rejects(FileLock.acquire(path), { code: 'locked', message: /^blog\.db is in use by this process/ });
  lock.release();
  lock.release();
  await acquireAndRelease(path);
  assert.deepEqual(readdirSync(join(path, '..')), []);
});

test('a lock of a living process is refused and left alone', async (t) => {
  const path = await lockPath(t);
  // The process that started this one is alive. Its heartbeat doesn't matter: it can be looked up.
  for (const started of [startOfParent(), '']) {
    leave(path, { pid: process.ppid, started });
    age(path);
    const before = readFileSync(path, 'utf8');
    await assert.rejects(FileLock.acquire(path), {
      code: 'locked',
      message: new RegExp(`process ${process.ppid}\\.`),
    });
    assert.equal(readFileSync(path, 'utf8'), before);
  }
});

test('a lock of a dead process is taken over', async (t) => {
  const path = await lockPath(t);
  leave(path, { pid: deadPid() });
  const lock = await FileLock.acquire(path);
  assert.equal(JSON.parse(readFileSync(path, 'utf8')).pid, process.pid);
  lock.release();
  assert.deepEqual(readdirSync(join(path, '..')), []);
});

test('a dead predecessor may have had the id of this process: in a container, every start can get the same', async (t) => {
  const path = await lockPath(t);
  leave(path, { pid: process.pid });
  await acquireAndRelease(path);
});

const linuxOnly = process.platform === 'linux' ? false : 'only Linux tells when a process started and where it runs';

test('an id that was given to another process since is recognized', { skip: linuxOnly }, async (t) => {
  const path = await lockPath(t);
  leave(path, { pid: process.ppid, started: '1' });
  await acquireAndRelease(path);
});

test('a host that was renamed finds its own dead process at once', { skip: linuxOnly }, async (t) => {
  const path = await lockPath(t);
  leave(path, { pid: deadPid(), host: 'its-former-name' });
  await acquireAndRelease(path, 600_000);
});

test('a lock from elsewhere is taken over when its heartbeat is old', async (t) => {
  const path = await lockPath(t);
  leave(path, { pid: process.ppid, space: 'elsewhere', host: 'elsewhere' });
  age(path);
  await acquireAndRelease(path);
});

test('a lock from elsewhere is taken over when its heartbeat stops, even if its clock is ahead', async (t) => {
  for (const secondsAhead of [0, 3_600]) {
    const path = await lockPath(t);
    leave(path, { pid: process.ppid, space: 'elsewhere', host: 'elsewhere' });
    const modified = Date.now() / 1_000 + secondsAhead;
    utimesSync(path, modified, modified);
    await acquireAndRelease(path, 300);
  }
});

test('a lock from elsewhere is refused when its heartbeat goes on, however late it is', async (t) => {
  const path = await lockPath(t);
  leave(path, { pid: deadPid(), space: 'elsewhere', host: 'elsewhere' });
  const acquiring = FileLock.acquire(path, { silence: 60_000 });
  // The next heartbeat, by a clock that is a minute slow.
  age(path);
  await assert.rejects(acquiring, {
    code: 'locked',
    message: /process \d+ on elsewhere, another machine or container/,
  });
  assert.equal(JSON.parse(readFileSync(path, 'utf8')).host, 'elsewhere');
});

test('a held lock has a heartbeat, until it is released or belongs to another process', async (t) => {
  const path = await lockPath(t);
  const lock = await FileLock.acquire(path, { heartbeat: 10 });
  t.after(() => lock.release());
  await heartbeat(path);
  leave(path, { pid: process.ppid });
  age(path);
  const aged = statSync(path).mtimeMs;
  // Another lock shows that there was time for more than one.
  const other = await lockPath(t);
  const clock = await FileLock.acquire(other, { heartbeat: 10 });
  t.after(() => clock.release());
  for (let beat = 0; beat < 3; beat++) await heartbeat(other);
  assert.equal(statSync(path).mtimeMs, aged);
});

test('a heartbeat does not keep the process running', { timeout: 30_000 }, async (t) => {
  const path = await lockPath(t);
  const script = `import { FileLock } from ${JSON.stringify(compiledLock())}; await FileLock.acquire(${JSON.stringify(path)});`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'ignore' });
  t.after(() => void child.kill('SIGKILL'));
  assert.deepEqual(await once(child, 'exit'), [0, null]);
});

test('a process in another PID namespace with the same host name and process id does not steal the lock', {
  skip: canUnshare(),
}, async (t) => {
  const path = await lockPath(t);
  const script = `
    import { FileLock } from ${JSON.stringify(compiledLock())};
    process.stdin.once('data', () => process.exit());
    try {
      await FileLock.acquire(${JSON.stringify(path)}, { heartbeat: 50, silence: 2_000 });
      console.log('pid', process.pid, 'holds it');
    } catch (error) {
      console.log('pid', process.pid, error.message);
      process.exit();
    }`;
  const start = () => {
    const args = [
      '--pid',
      '--fork',
      '--mount-proc',
      '--kill-child',
      process.execPath,
      '--input-type=module',
      '-e',
      script,
    ];
    const child = spawn('unshare', args, { stdio: ['pipe', 'pipe', 'inherit'] });
    t.after(() => void child.kill('SIGKILL'));
    return child;
  };
  const said = async (child: ReturnType<typeof start>) => String((await once(child.stdout, 'data'))[0]);
  const first = start();
  assert.match(await said(first), /^pid 1 holds it/);
  assert.match(await said(start()), /^pid 1 blog\.db is in use by process 1 on .*another machine or container/);
  // Killed, it can't be looked up either, but its heartbeat stops.
  first.kill('SIGKILL');
  await once(first, 'exit');
  assert.match(await said(start()), /^pid 1 holds it/);
});

test('a lock without readable content counts while it is new', async (t) => {
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
    await assert.rejects(FileLock.acquire(path), { code: 'locked', message: /just starting/ }, text);
    age(path);
    await acquireAndRelease(path);
  }
});

test('on a full disk, no empty lock is left behind', {
  skip: process.platform === 'win32' && 'needs ulimit',
}, async (t) => {
  const path = await lockPath(t);
  const script = `
    import { FileLock } from ${JSON.stringify(compiledLock())};
    await FileLock.acquire(${JSON.stringify(path)}).catch((error) => console.log(error.code));`;
  // A limit of 0 lets the process create files, but not write a byte into them.
  const args = ['-c', 'ulimit -f 0 && exec "$0" "$@"', process.execPath, '--input-type=module', '-e', script];
  const { stdout } = spawnSync('sh', args, { encoding: 'utf8' });
  assert.equal(stdout, 'EFBIG\n');
  assert.deepEqual(readdirSync(join(path, '..')), []);
});

test('while another process removes a dead lock, this one stays away; a forgotten claim is ignored', async (t) => {
  const path = await lockPath(t);
  leave(path, { pid: deadPid() });
  const claim = `${path}.of-another`;
  writeFileSync(claim, '');
  await assert.rejects(FileLock.acquire(path), { code: 'locked', message: /just starting/ });
  age(claim);
  await acquireAndRelease(path);
  assert.deepEqual(readdirSync(join(path, '..')), []);
});

test('a deleted lock is created again; one that was taken over is reported and not released', async (t) => {
  const path = await lockPath(t);
  const lock = await FileLock.acquire(path);
  lock.assertHeld();
  rmSync(path);
  lock.assertHeld();
  assert.equal(JSON.parse(readFileSync(path, 'utf8')).pid, process.pid);
  leave(path, { pid: process.ppid });
  assert.throws(() => lock.assertHeld(), {
    code: 'locked',
    message: new RegExp(`^blog\\.db was taken over by process ${process.ppid}\\. Nothing was written`),
  });
  lock.release();
  assert.equal(JSON.parse(readFileSync(path, 'utf8')).pid, process.ppid);
});

function startOfParent(): string {
  if (process.platform !== 'linux') return '';
  const stat = readFileSync(`/proc/${process.ppid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]!;
}

function canUnshare(): string | false {
  const { status } = spawnSync('unshare', ['--pid', '--fork', '--mount-proc', '--kill-child', 'true']);
  return status === 0 ? false : 'needs Linux, and the right to create PID namespaces';
}

/** The address of `lock.ts` as JavaScript, for processes that start without tsx. */
function compiledLock(): string {
  return compiled(new URL('./lock.ts', import.meta.url));
}
