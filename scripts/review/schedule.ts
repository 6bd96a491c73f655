import { join } from 'node:path';
import type { Chapter } from '../workshop/chapters.ts';
import { keyOf } from '../workshop/progress.ts';
import { asRecord, readState, writeState } from '../workshop/state-file.ts';
import { chapterKeyOf } from './task.ts';

const hour = 3_600_000;
const day = 24 * hour;

/** How long a task rests after it was solved for the first, second … time in a row, in milliseconds. */
const rests = [1 * day, 3 * day, 7 * day, 21 * day];
const restAfterMiss = 1 * hour;

interface Entry {
  /** How many times in a row it was solved. */
  readonly solved: number;
  /** When it is due, in milliseconds since 1970. */
  readonly due: number;
}

/** When each task comes back: `.workshop/review.json`, by the task's id. */
export class Schedule {
  readonly #file: string;
  readonly #now: () => number;

  constructor(folder: string, now: () => number = Date.now) {
    this.#file = join(folder, 'review.json');
    this.#now = now;
  }

  /** The ids of the tasks of these chapters that are due, the longest overdue first. */
  due(chapters: readonly Chapter[]): string[] {
    const keys = new Set(chapters.map(keyOf));
    return [...this.#entries()]
      .filter(([id, { due }]) => keys.has(chapterKeyOf(id)) && due <= this.#now())
      .sort(([, a], [, b]) => a.due - b.due)
      .map(([id]) => id);
  }

  /** How many reviews to announce: those that are due, and a first one for each finished chapter that has had none. */
  count(chapters: readonly Chapter[]): number {
    const begun = new Set([...this.known()].map(chapterKeyOf));
    return this.due(chapters).length + chapters.filter((chapter) => !begun.has(keyOf(chapter))).length;
  }

  /** The ids of all tasks that were asked before. */
  known(): Set<string> {
    return new Set(this.#entries().keys());
  }

  /** Returns the time until the task comes back, in milliseconds. */
  record(id: string, isSolved: boolean): number {
    const entries = this.#entries();
    const solved = isSolved ? (entries.get(id)?.solved ?? 0) + 1 : 0;
    const rest = isSolved ? rests[Math.min(solved, rests.length) - 1]! : restAfterMiss;
    this.#write(entries.set(id, { solved, due: this.#now() + rest }));
    return rest;
  }

  /** A task that no longer exists, because the material has changed. */
  forget(id: string): void {
    const entries = this.#entries();
    if (entries.delete(id)) this.#write(entries);
  }

  /** Read each time: the site and a terminal may be open at once. Leaves out what makes no sense. */
  #entries(): Map<string, Entry> {
    const entries = new Map<string, Entry>();
    for (const [id, entry] of Object.entries(readState(this.#file))) {
      const { solved, due } = asRecord(entry);
      const time = typeof due === 'string' ? Date.parse(due) : Number.NaN;
      if (id.split('/').length !== 3 || Number.isNaN(time)) continue;
      const count = Number.isInteger(solved) && (solved as number) > 0 ? (solved as number) : 0;
      // A clock that was wrong for a day must not hide a task for years.
      entries.set(id, { solved: count, due: Math.min(time, this.#now() + rests.at(-1)!) });
    }
    return entries;
  }

  #write(entries: Map<string, Entry>): void {
    const state = [...entries].map(([id, { solved, due }]) => [id, { solved, due: new Date(due).toISOString() }]);
    writeState(this.#file, Object.fromEntries(state));
  }
}
