import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { openDatabase } from '../../../framework/drivers/database-driver.ts';
import { RedisConnection } from '../../../framework/drivers/redis/connection.ts';
import { findServices, howToInstall } from './find.ts';
import { Service } from './service.ts';
import { type Services, startServices } from './services.ts';

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
    shutdownSignal: 'SIGTERM',
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

const found = findServices();
const isInstalled = found.postgres !== undefined && found.redis !== undefined;
const skip = !isInstalled && 'needs PostgreSQL and Redis: npm run services says how to install them';

/** Both servers, with their data in this folder. PostgreSQL may run as another user, who has to be let in. */
async function servicesIn(folder: string): Promise<Services> {
  await chmod(folder, 0o755);
  return startServices({ folder, anyPorts: true, isLasting: false });
}

/** What PostgreSQL and Redis respond to clients that know these addresses; 'let in' if they accept them. */
async function responses({ DATABASE_URL, REDIS_URL }: Services['addresses'], change: (url: URL) => void) {
  const [postgres, redis] = [DATABASE_URL, REDIS_URL].map((address) => {
    const url = new URL(address!);
    change(url);
    return url.href;
  });
  const asked = async () => {
    const database = await openDatabase(postgres!);
    await database.get`select 1 as one`.finally(() => database.onStop());
  };
  const connected = async () => {
    const connection = new RedisConnection(redis!, {});
    await connection.open();
    await connection.send(['GET', 'a']).finally(() => connection.close());
  };
  const outcomes = await Promise.allSettled([asked(), connected()]);
  return outcomes.map((outcome) => (outcome.status === 'fulfilled' ? 'let in' : String(outcome.reason.message)));
}

test('servers that were left running are ended before others use their files', { skip }, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'trellis-leftover-'));
  t.after(() => rm(folder, { recursive: true }));
  const left = await servicesIn(folder);
  t.after(() => left.stop());
  const next = await servicesIn(folder);
  t.after(() => next.stop());
  for (const response of await responses(left.addresses, () => {})) assert.match(response, /cannot be reached/);
  assert.deepEqual(await responses(next.addresses, () => {}), ['let in', 'let in']);
});

test('the servers only let in clients with their password, which stays the same and which nobody else can read', {
  skip,
}, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'trellis-password-'));
  t.after(() => rm(folder, { recursive: true }));
  const first = await servicesIn(folder);
  t.after(() => first.stop());
  const { addresses } = first;
  assert.deepEqual(await responses(addresses, () => {}), ['let in', 'let in']);
  for (const change of [
    (url: URL) => Object.assign(url, { username: url.username && 'trellis', password: '' }),
    (url: URL) => Object.assign(url, { password: 'a guess' }),
  ]) {
    for (const response of await responses(addresses, change))
      assert.match(response, /password|authentication|NOAUTH/i);
  }
  const passwords = [addresses.DATABASE_URL!, addresses.REDIS_URL!].map((address) => new URL(address).password);
  for (const password of passwords) assert.match(password, /^[\w-]{32,}$/);

  if (process.platform !== 'win32') {
    // Everybody on the machine may list processes and their arguments, and read files that are not protected.
    const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'args']);
    for (const password of passwords) assert.ok(!stdout.includes(password), 'no process has a password as an argument');
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      const file = join(entry.parentPath ?? entry.path, entry.name);
      if (!entry.isFile()) continue;
      const text = await readFile(file, 'latin1');
      const isSecret = passwords.some((password) => text.includes(password));
      if (isSecret) assert.equal((await stat(file)).mode & 0o077, 0, `only its owner may read ${entry.name}`);
    }
    for (const name of ['postgres', 'redis']) {
      assert.equal((await stat(join(folder, name))).mode & 0o077, 0, `only its owner may enter the folder ${name}`);
    }
    // As earlier versions have left it.
    await chmod(join(folder, 'redis'), 0o755);
  }

  await first.stop();
  const second = await servicesIn(folder);
  t.after(() => second.stop());
  const again = [second.addresses.DATABASE_URL!, second.addresses.REDIS_URL!].map((url) => new URL(url).password);
  assert.deepEqual(again, passwords);
  assert.deepEqual(await responses(second.addresses, () => {}), ['let in', 'let in']);
  if (process.platform !== 'win32') assert.equal((await stat(join(folder, 'redis'))).mode & 0o077, 0);
});

test('a database from the time before passwords gets one, and keeps its data', { skip }, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'trellis-password-'));
  t.after(() => rm(folder, { recursive: true }));
  const services = await servicesIn(folder);
  t.after(() => services.stop());
  const database = await openDatabase(services.addresses.DATABASE_URL!);
  await database.run`create table notes (text text)`;
  await database.onStop();
  await services.stop();
  // As `initdb --auth=trust` has left it.
  await writeFile(join(folder, 'postgres', 'pg_hba.conf'), 'host all all 127.0.0.1/32 trust\n');
  await rm(join(folder, 'postgres', 'password'));

  const later = await servicesIn(folder);
  t.after(() => later.stop());
  const [postgres] = await responses(later.addresses, (url) => Object.assign(url, { password: '' }));
  assert.match(postgres!, /password|authentication/i);
  const reopened = await openDatabase(later.addresses.DATABASE_URL!);
  assert.deepEqual(await reopened.all`select * from notes`.finally(() => reopened.onStop()), []);
});
