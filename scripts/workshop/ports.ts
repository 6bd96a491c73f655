import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { promisify } from 'node:util';
import { printable } from '../../framework/services/printable.ts';

const run = promisify(execFile);

export function isFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, host, () => server.close(() => resolve(true)));
  });
}

/** The first free port from the one that was asked for. */
export async function nextFree(port: number): Promise<number> {
  for (let candidate = port; candidate < Math.min(port + 100, 65_536); candidate++) {
    if (await isFree(candidate)) return candidate;
  }
  throw new Error(`No free port was found at ${port} or above. Choose another with PORT.`);
}

/** Who listens on a port, as far as the system can tell: `node (process 4711)`. A program chooses its own name. */
export async function holderOf(port: number): Promise<string> {
  try {
    const found = process.platform === 'linux' ? holderOnLinux(port) : await holderElsewhere(port);
    return printable(found ?? 'another program');
  } catch {
    return 'another program';
  }
}

/** Reads what `ss -p` would read, since minimal systems have no `ss`. */
function holderOnLinux(port: number): string | undefined {
  const wanted = port.toString(16).toUpperCase().padStart(4, '0');
  const listens = '0A';
  const inodes = ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .filter((columns) => columns[1]?.endsWith(`:${wanted}`) && columns[3] === listens)
      .map((columns) => `socket:[${columns[9]}]`),
  );
  for (const id of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    if (openFiles(id).some((file) => inodes.includes(file))) {
      return `${readFileSync(`/proc/${id}/comm`, 'utf8').trim()} (process ${id})`;
    }
  }
  return undefined;
}

/** Other people's processes cannot be looked into, and files may close while we look. */
function openFiles(id: string): string[] {
  try {
    return readdirSync(`/proc/${id}/fd`).map((file) => readLink(`/proc/${id}/fd/${file}`));
  } catch {
    return [];
  }
}

function readLink(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}

async function holderElsewhere(port: number): Promise<string | undefined> {
  if (process.platform === 'win32') {
    const { stdout } = await run('netstat', ['-ano', '-p', 'TCP']);
    const line = stdout.split('\n').find((row) => row.includes(`:${port} `) && row.includes('LISTENING'));
    const id = line?.trim().split(/\s+/).at(-1);
    return id && `process ${id}`;
  }
  const { stdout } = await run('lsof', ['-nP', `-iTCP:${port}`, '-sTCP:LISTEN', '-Fpc']);
  const id = /^p(\d+)/m.exec(stdout)?.[1];
  const name = /^c(.+)/m.exec(stdout)?.[1];
  return id && `${name ?? 'a program'} (process ${id})`;
}
