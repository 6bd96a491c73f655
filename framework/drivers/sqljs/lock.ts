import { randomUUID } from 'node:crypto';
import { closeSync, openSync, readFileSync, readlinkSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { DatabaseError } from '../../services/database-errors.ts';

/** The process that created a lock. */
interface Holder {
  pid: number;
  /** Where `pid` means something: see `processSpace`. */
  space: string;
  /** For messages. */
  host: string;
  /** When the process started, if known: process ids are reused, in a container within seconds. */
  started: string;
  token: string;
}

/** A lock file as it was found. The holder is missing if the content is empty or unreadable. */
interface FoundLock {
  text: string;
  modifiedMs: number;
  holder?: Holder;
}

/** In milliseconds. Tests shorten them. */
export interface LockTiming {
  /** How often a process refreshes the modification time of its lock. */
  heartbeat: number;
  /** A process in another container or on another machine is considered dead after this long without a heartbeat. */
  silence: number;
}

const defaultTiming: LockTiming = { heartbeat: 3_000, silence: 15_000 };

/** A lock file may be empty for a moment after its creation. If it still is after this time, its creator has died. */
const UNFINISHED_MS = 5_000;

/** The locks of this process. Finding its own pid in a lock isn't enough: a dead predecessor may have had the same one. */
const heldHere = new Set<string>();

/**
 * A lock file that names its process. A process that is killed leaves it behind; the next one finds that its holder is dead
 * and takes over. It can't look up a holder in another container or on another machine, so it waits for a heartbeat
 * instead. Other programs don't know about this lock.
 */
export class FileLock {
  readonly #path: string;
  readonly #token = randomUUID();
  #heartbeat: NodeJS.Timeout | undefined;

  private constructor(path: string) {
    this.#path = path;
  }

  /** Throws `locked` if a living process holds it. */
  static async acquire(path: string, timing: Partial<LockTiming> = {}): Promise<FileLock> {
    const { heartbeat, silence } = { ...defaultTiming, ...timing };
    const lock = new FileLock(path);
    while (!lock.#create()) {
      const found = find(path);
      if (!found) continue;
      if (await isAlive(path, found, silence)) throw inUse(path, found.holder);
      bury(path, found);
    }
    heldHere.add(lock.#token);
    lock.#heartbeat = setInterval(() => lock.#beat(), heartbeat).unref();
    return lock;
  }

  /**
   * Throws if the lock belongs to another process by now: somebody may have deleted it and started a second process, or this
   * one was suspended for so long that it looked dead. A lock that is only missing is created again.
   */
  assertHeld(): void {
    if (this.#isMine() || this.#create()) return;
    throw new DatabaseError(
      'locked',
      `${databaseName(this.#path)} was taken over by ${describe(find(this.#path)?.holder)}. Nothing was written, so nothing of ` +
        'theirs is lost. Stop one of the two processes.',
    );
  }

  release(): void {
    if (!heldHere.delete(this.#token)) return;
    clearInterval(this.#heartbeat);
    if (this.#isMine()) rmSync(this.#path, { force: true });
  }

  #isMine(): boolean {
    return find(this.#path)?.holder?.token === this.#token;
  }

  #create(): boolean {
    const { pid } = process;
    const me: Holder = { pid, space: processSpace(), host: hostname(), started: startOf(pid), token: this.#token };
    return create(this.#path, JSON.stringify(me));
  }

  #beat(): void {
    try {
      const now = new Date();
      if (this.#isMine()) utimesSync(this.#path, now, now);
    } catch {
      // The next save looks at the lock too, and can report what is wrong.
    }
  }
}

/** Returns false if the file exists already. A file that can't be filled is removed: empty, it would block the next start. */
function create(path: string, text: string): boolean {
  let file: number;
  try {
    file = openSync(path, 'wx');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
  try {
    writeFileSync(file, text);
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
  return true;
}

function find(path: string): FoundLock | undefined {
  try {
    // In this order: opening a file on a network drive refreshes its attributes.
    const text = readFileSync(path, 'utf8');
    return { text, modifiedMs: statSync(path).mtimeMs, holder: parse(text) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function parse(text: string): Holder | undefined {
  try {
    const holder: Holder = JSON.parse(text);
    // The pid is passed to kill(), where 0 and negative numbers mean whole groups; the token becomes part of a file name.
    return Number.isSafeInteger(holder.pid) && holder.pid > 0 && /^[\w-]+$/.test(holder.token) ? holder : undefined;
  } catch {
    return undefined;
  }
}

async function isAlive(path: string, found: FoundLock, silence: number): Promise<boolean> {
  const { holder } = found;
  if (!holder) return ageOf(found) < UNFINISHED_MS;
  if (holder.space !== processSpace()) return isBeating(path, found, silence);
  if (holder.pid === process.pid) return heldHere.has(holder.token);
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  const started = startOf(holder.pid);
  return started === '' || holder.started === '' || started === holder.started;
}

/** Waits for the next heartbeat, or until `silence` has passed since the last one. */
async function isBeating(path: string, found: FoundLock, silence: number): Promise<boolean> {
  // The clock of another machine may be ahead of ours, but nobody waits longer than `silence`.
  const until = performance.now() + silence - Math.max(ageOf(found), 0);
  for (;;) {
    const left = until - performance.now();
    if (left <= 0) return false;
    await delay(Math.min(left, 100));
    const now = find(path);
    if (now?.modifiedMs !== found.modifiedMs) return now?.text === found.text;
  }
}

function ageOf({ modifiedMs }: FoundLock): number {
  return Date.now() - modifiedMs;
}

/**
 * Process ids can only be compared within one PID namespace of one running kernel: two containers with the same host name
 * both have a process 1. Linux names both; elsewhere the host name has to do.
 */
function processSpace(): string {
  try {
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return hostname();
  }
}

/** Tells processes with the same id apart by their start time, on Linux. Empty elsewhere, where the id has to do. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The 22nd field. The second is the program's name in parentheses, which may itself contain spaces and parentheses.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

/**
 * Removes the lock of a dead process. Two starting processes may have found the same one, and the slower of them must not
 * remove the lock that the faster one has created since. So each first creates a file with the dead lock's token in its
 * name: only the one that succeeds may remove the lock, and only if it is still the dead one.
 */
function bury(path: string, dead: FoundLock): void {
  const claim = `${path}.${dead.holder?.token ?? 'unfinished'}`;
  if (!create(claim, '')) {
    const found = find(claim);
    if (!found || ageOf(found) < UNFINISHED_MS) throw inUse(path);
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
  return new DatabaseError(
    'locked',
    `${databaseName(path)} is in use by ${describe(holder)}. Only one process at a time can open a database file: stop the ` +
      'other one, or set DATABASE_URL to another file. If you are sure that no such process is running, delete ' +
      `${basename(path)} next to it.`,
  );
}

/** Without the folder: during a save, the message may end up in a response. */
function databaseName(lockPath: string): string {
  return basename(lockPath, '.lock');
}

function describe(holder: Holder | undefined): string {
  if (!holder) return 'a process that is just starting';
  if (holder.space !== processSpace()) return `process ${holder.pid} on ${holder.host}, another machine or container`;
  return holder.pid === process.pid ? 'this process, which has already opened it' : `process ${holder.pid}`;
}
