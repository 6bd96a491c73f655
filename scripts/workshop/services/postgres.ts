import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { newPassword, readPassword, writePassword } from './password.ts';
import { endLeftover, Service } from './service.ts';

const run = promisify(execFile);

interface Owner {
  uid?: number;
  gid?: number;
}

/** Starts a PostgreSQL server that only listens on this machine, with an empty database `blog` if there is none yet. */
export async function startPostgres(
  programs: string,
  folder: string,
  port: number,
  isLasting = true,
): Promise<Service> {
  const owner = await unprivileged();
  const data = enterable(join(folder, 'postgres'), owner);
  const options = { ...owner, cwd: data };
  mkdirSync(data, { recursive: true, mode: 0o700 });
  if (owner.uid !== undefined) chownSync(data, owner.uid, owner.gid!);
  if (!existsSync(join(data, 'PG_VERSION'))) await create(join(programs, 'initdb'), data, options);
  await endLeftover(join(data, 'postmaster.pid'), /postgres/);
  const password = readPassword(data) ?? (await protect(join(programs, 'postgres'), data, options));
  const service = new Service({
    name: 'PostgreSQL',
    url: `postgres://trellis:${password}@127.0.0.1:${port}/blog`,
    program: join(programs, 'postgres'),
    // No socket in the file system: its usual folder belongs to the system's own server.
    args: [
      '-D',
      data,
      '-h',
      '127.0.0.1',
      '-p',
      String(port),
      '-c',
      'unix_socket_directories=',
      '-c',
      'max_connections=200',
      ...(isLasting ? [] : ['-c', 'fsync=off']),
    ],
    options: { ...options, env: { ...process.env, LC_ALL: 'C' } },
    ready: /database system is ready to accept connections/,
    shutdownSignal: 'SIGINT',
  });
  await service.start();
  try {
    await createBlog(join(programs, 'createdb'), port, password);
  } catch (error) {
    await service.stop();
    throw error;
  }
  return service;
}

/** Creates the data folder. The locale C sorts strings by bytes, as SQLite does. */
async function create(initdb: string, data: string, options: Owner & { cwd: string }): Promise<void> {
  const settings = ['--username=trellis', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-instructions'];
  try {
    await run(initdb, ['-D', data, ...settings], options);
  } catch (error) {
    // The next start would mistake an incomplete data folder for a complete one.
    rmSync(data, { recursive: true, force: true });
    throw error;
  }
}

/**
 * Sets a password, and demands it from every client. Single-user mode takes SQL from standard input and opens no port, so
 * nobody can connect before the password is set. The file is written last: if anything fails, the next start tries again.
 */
async function protect(postgres: string, data: string, options: Owner & { cwd: string }): Promise<string> {
  const password = newPassword();
  const alone = run(postgres, ['--single', '-D', data, '-c', 'exit_on_error=true', 'postgres'], options);
  alone.child.stdin?.end(`alter role trellis password '${password}'\n`);
  await alone;
  writeFileSync(join(data, 'pg_hba.conf'), 'host all all 127.0.0.1/32 scram-sha-256\n');
  writePassword(data, password);
  return password;
}

async function createBlog(createdb: string, port: number, password: string): Promise<void> {
  const options = { env: { ...process.env, PGPASSWORD: password } };
  try {
    await run(createdb, ['-h', '127.0.0.1', '-p', String(port), '-U', 'trellis', '--no-password', 'blog'], options);
  } catch (error) {
    if (!/already exists/.test((error as { stderr?: string }).stderr ?? '')) throw error;
  }
}

/** PostgreSQL refuses to run as root. Its package has created a user for it. */
async function unprivileged(): Promise<Owner> {
  if (process.getuid?.() !== 0) return {};
  for (const user of ['postgres', 'nobody']) {
    try {
      const [uid, gid] = await Promise.all(
        ['-u', '-g'].map(async (flag) => Number((await run('id', [flag, user])).stdout)),
      );
      return { uid: uid!, gid: gid! };
    } catch {
      // Try the next one.
    }
  }
  throw new Error('PostgreSQL does not run as root, and there is no user "postgres" here. Run this as another user.');
}

/** Another user may not have access to root's home folder. In that case, a temporary folder is used. */
function enterable(folder: string, owner: Owner): string {
  if (owner.uid === undefined) return folder;
  for (let parent = dirname(folder); parent !== dirname(parent); parent = dirname(parent)) {
    if (existsSync(parent) && (statSync(parent).mode & 0o001) === 0) {
      return join(tmpdir(), `trellis-${createHash('sha256').update(folder).digest('hex').slice(0, 12)}`);
    }
  }
  return folder;
}
