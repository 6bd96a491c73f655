import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename } from 'node:path';
import { DatabaseError } from '../../services/database-errors.ts';

/** Who made a lock. */
interface Holder {
  pid: number;
  host: string;
  /** When the process started, where the system tells: process numbers come back, in a container within seconds. */
  started: string;
  token: string;
}

/** A lock as it was found. Without a holder its text is missing or unreadable. */
interface FoundLock {
  text: string;
  ageMs: number;
  holder?: Holder;
}

/** A file that was just made may not have its text yet. After this time it never will: its maker died. */
const UNFINISHED_MS = 5_000;

/** The locks of this process. Its own number in a lock says little: a predecessor may have had the same. */
const heldHere = new Set<string>();

/**
 * A lock file that names its process. A killed process leaves it behind; the next one to come finds its maker dead and
 * takes over. Other programs do not know of it.
 */
export class FileLock {
  readonly #path: string;
  readonly #token = randomUUID();

  private constructor(path: string) {
    this.#path = path;
  }

  /** Throws `locked` where a living process holds it. */
  static acquire(path: string): FileLock {
    const lock = new FileLock(path);
    lock.#take();
    heldHere.add(lock.#token);
    return lock;
  }

  /**
   * Throws where the lock is another's by now: somebody may delete the lock of a living process and start a second one. A
   * lock that is merely gone is made again.
   */
  assertHeld(): void {
    const found = find(this.#path);
    if (!found) this.#take();
    else if (found.holder?.token !== this.#token) throw inUse(this.#path, found.holder);
  }

  release(): void {
    if (!heldHere.delete(this.#token)) return;
    if (find(this.#path)?.holder?.token === this.#token) rmSync(this.#path, { force: true });
  }

  #take(): void {
    const me: Holder = { pid: process.pid, host: hostname(), started: startOf(process.pid), token: this.#token };
    while (!create(this.#path, JSON.stringify(me))) {
      const found = find(this.#path);
      if (!found) continue;
      if (isAlive(found)) throw inUse(this.#path, found.holder);
      bury(this.#path, found);
    }
  }
}

/** Gives false where the file exists already. */
function create(path: string, text: string): boolean {
  try {
    writeFileSync(path, text, { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function find(path: string): FoundLock | undefined {
  try {
    const text = readFileSync(path, 'utf8');
    return { text, ageMs: Date.now() - statSync(path).mtimeMs, holder: parse(text) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function parse(text: string): Holder | undefined {
  try {
    const holder: Holder = JSON.parse(text);
    // The number goes to kill(), where 0 and negative ones mean whole groups; the token becomes part of a file's name.
    return Number.isSafeInteger(holder.pid) && holder.pid > 0 && /^[\w-]+$/.test(holder.token) ? holder : undefined;
  } catch {
    return undefined;
  }
}

function isAlive({ holder, ageMs }: FoundLock): boolean {
  if (!holder) return ageMs < UNFINISHED_MS;
  if (holder.host !== hostname()) return true; // cannot be seen from here
  if (holder.pid === process.pid) return heldHere.has(holder.token);
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  const started = startOf(holder.pid);
  return started === '' || holder.started === '' || started === holder.started;
}

/** A mark of when a process started, on Linux; empty where it cannot be seen, and then the number must do. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The 22nd field. The second is the program's name in parentheses, and may itself contain spaces and parentheses.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

/**
 * Removes a dead lock. Two starting processes may have found the same one, and the slower must not remove the lock that
 * the faster has made since. So a file with the dead lock's token in its name comes first: only its maker may remove, and
 * only if the dead lock is still there.
 */
function bury(path: string, dead: FoundLock): void {
  const claim = `${path}.${dead.holder?.token ?? 'unfinished'}`;
  if (!create(claim, '')) {
    const ageMs = find(claim)?.ageMs ?? 0;
    if (ageMs < UNFINISHED_MS) throw inUse(path);
    rmSync(claim, { force: true });
    return;
  }
  try {
    if (find(path)?.text === dead.text) rmSync(path, { force: true });
  } finally {
    rmSync(claim, { force: true });
  }
}

function inUse(path: string, holder?: Holder): DatabaseError {
  const file = basename(path, '.lock');
  const who = !holder
    ? 'a process that is just starting'
    : holder.host !== hostname()
      ? `process ${holder.pid} on ${holder.host}`
      : holder.pid === process.pid
        ? 'this process, which has opened it before'
        : `process ${holder.pid}`;
  return new DatabaseError(
    'locked',
    `${file} is in use by ${who}. A database file belongs to one process at a time: stop the other one, or give this one ` +
      `another DATABASE_URL. If you are sure that no such process runs, delete ${path}.`,
  );
}
