import { rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from 'trellis';
import { readState, writeState } from '../state-file.ts';

/** Milliseconds between two signs of life. */
const interval = 5_000;

/**
 * One terminal at a time: two would share a log, a journal and a clock. A process that was killed doesn't keep the folder, and
 * neither does one from before a restart of the machine, whose id another process may have by now.
 */
export class FolderLock {
  readonly #file: string;
  readonly #timer: NodeJS.Timeout;

  private constructor(file: string) {
    this.#file = file;
    writeState(file, { pid: process.pid });
    this.#timer = setInterval(() => this.#touch(), interval).unref();
  }

  static take(folder: string): FolderLock {
    const file = join(folder, 'running.json');
    const holder = holderOf(file);
    if (holder !== undefined) {
      throw new UsageError(
        `This incident already runs in another terminal (process ${holder}). Go on there, or type quit there first.`,
      );
    }
    return new FolderLock(file);
  }

  release(): void {
    clearInterval(this.#timer);
    rmSync(this.#file, { force: true });
  }

  /** Somebody may have deleted the file. */
  #touch(): void {
    try {
      utimesSync(this.#file, new Date(), new Date());
    } catch {
      clearInterval(this.#timer);
    }
  }
}

/** The process that has the folder. */
function holderOf(file: string): number | undefined {
  const { pid } = readState(file);
  const touched = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (typeof pid !== 'number' || Date.now() - touched > 3 * interval) return undefined;
  return isAlive(pid) ? pid : undefined;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // The process of another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
