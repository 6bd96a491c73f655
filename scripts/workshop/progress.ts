import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Chapter, root } from './chapters.ts';
import type { CheckResult } from './check/run.ts';
import { type Files, readFiles } from './starters.ts';

/** What is known of a learner's chapter: which steps held when it was checked last, and the code that was checked. */
export interface ChapterProgress {
  readonly steps: Readonly<Record<number, boolean>>;
  /** Of the code that was checked: another hash means that the result is out of date. */
  readonly hash: string;
  /** How many rungs of each step's hints were shown. */
  readonly hints: Readonly<Record<number, number>>;
  /** Whether some checks could not be made on this machine. */
  readonly isPartial?: boolean;
}

const nothing: ChapterProgress = { steps: {}, hash: '', hints: {} };

/** The learner's progress, in `.workshop/progress.json`, by slug: chapters may be renumbered. */
export class Progress {
  readonly #file: string;
  #chapters: Record<string, ChapterProgress>;

  constructor(folder = join(root, '.workshop')) {
    this.#file = join(folder, 'progress.json');
    this.#chapters = readTolerantly(this.#file);
  }

  of(chapter: Chapter): ChapterProgress {
    return this.#chapters[keyOf(chapter)] ?? nothing;
  }

  record(chapter: Chapter, results: readonly CheckResult[]): void {
    const steps: Record<number, boolean> = {};
    // What was skipped was not shown to hold.
    for (const { step, failure, skipped } of results) steps[step] = (steps[step] ?? true) && !failure && !skipped;
    const isPartial = results.some(({ skipped }) => skipped !== undefined);
    const hash = hashOf(readFiles(chapter.src));
    // A later run may find what was missing, so the next look at the board checks again.
    this.#write(chapter, { ...this.of(chapter), steps, hash: isPartial ? '' : hash, isPartial });
  }

  /** Counts one more rung, and gives how many that makes. */
  climb(chapter: Chapter, step: number, rungs: number): number {
    const { hints } = this.of(chapter);
    const shown = Math.min((hints[step] ?? 0) + 1, rungs);
    this.#write(chapter, { ...this.of(chapter), hints: { ...hints, [step]: shown } });
    return shown;
  }

  /** After a reset: nothing is done. The hints that were seen stay seen. */
  forget(chapter: Chapter): void {
    if (keyOf(chapter) in this.#chapters) this.#write(chapter, { ...nothing, hints: this.of(chapter).hints });
  }

  #write(chapter: Chapter, entry: ChapterProgress): void {
    // Read again: `watch`, the site and a test run may write side by side.
    this.#chapters = { ...readTolerantly(this.#file), [keyOf(chapter)]: entry };
    mkdirSync(join(this.#file, '..'), { recursive: true });
    const draft = `${this.#file}.${process.pid}`;
    writeFileSync(draft, `${JSON.stringify(this.#chapters, null, 2)}\n`);
    renameSync(draft, this.#file);
  }
}

export function hashOf(files: Files): string {
  const hash = createHash('sha256');
  for (const [name, text] of files) hash.update(`${name}\0${text}\0`);
  return hash.digest('hex').slice(0, 16);
}

function keyOf({ slug }: Chapter): string {
  return slug.slice(3);
}

/** The file is edited by hand, cut short by a full disk, or written by an older version: what makes no sense counts as nothing. */
function readTolerantly(file: string): Record<string, ChapterProgress> {
  if (!existsSync(file)) return {};
  let data: unknown;
  try {
    data = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return {};
  }
  const chapters: Record<string, ChapterProgress> = {};
  for (const [slug, entry] of Object.entries(asRecord(data))) {
    const { steps, hash, hints, isPartial } = asRecord(entry);
    chapters[slug] = {
      steps: Object.fromEntries(Object.entries(asRecord(steps)).map(([step, held]) => [step, held === true])),
      hash: typeof hash === 'string' ? hash : '',
      hints: Object.fromEntries(Object.entries(asRecord(hints)).map(([step, count]) => [step, Number(count) || 0])),
      ...(isPartial === true && { isPartial }),
    };
  }
  return chapters;
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}
