import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { type Chapter, root } from './chapters.ts';
import type { CheckResult } from './check/run.ts';
import { type Files, readFiles } from './starters.ts';
import { asRecord, readState, writeState } from './state-file.ts';

/** The state of a learner's chapter: which steps passed in the last check, and which code was checked. */
export interface ChapterProgress {
  readonly steps: Readonly<Record<number, boolean>>;
  /** The hash of the code that was checked. If the code has another one now, the result is out of date. */
  readonly hash: string;
  /** How many hints were shown for each step. */
  readonly hints: Readonly<Record<number, number>>;
  /** The steps that have ever passed: their solutions may be shown. */
  readonly passed: readonly number[];
  /** Whether some checks could not run on this machine. */
  readonly isPartial?: boolean;
}

const nothing: ChapterProgress = { steps: {}, hash: '', hints: {}, passed: [] };

/** The learner's progress in `.workshop/progress.json`. Keys are slugs without the number, so chapters can be renumbered. */
export class Progress {
  readonly #file: string;
  readonly #warn: (text: string) => void;
  #chapters: Record<string, ChapterProgress>;

  constructor(folder = join(root, '.workshop'), warn: (text: string) => void = (text) => process.stderr.write(text)) {
    this.#warn = warn;
    this.#file = join(folder, 'progress.json');
    this.#chapters = readTolerantly(this.#file);
  }

  of(chapter: Chapter): ChapterProgress {
    return this.#chapters[keyOf(chapter)] ?? nothing;
  }

  record(chapter: Chapter, results: readonly CheckResult[]): void {
    const known = this.#stored(chapter);
    const steps: Record<number, boolean> = {};
    // A step with a skipped check hasn't been proven to pass.
    for (const { step, failure, skipped } of results) steps[step] = (steps[step] ?? true) && !failure && !skipped;
    const isPartial = results.some(({ skipped }) => skipped !== undefined);
    const hash = hashOf(readFiles(chapter.src));
    const now = Object.keys(steps)
      .map(Number)
      .filter((step) => steps[step]);
    const passed = [...new Set([...known.passed, ...now])].sort((a, b) => a - b);
    // Without a hash, the next board checks again: a later run may find the missing server.
    this.#write(chapter, { ...known, steps, hash: isPartial ? '' : hash, isPartial, passed });
  }

  /** Counts one more hint, and returns the new count. */
  climb(chapter: Chapter, step: number, rungs: number): number {
    const known = this.#stored(chapter);
    const { hints } = known;
    const shown = Math.min((hints[step] ?? 0) + 1, rungs);
    this.#write(chapter, { ...known, hints: { ...hints, [step]: shown } });
    return shown;
  }

  /** After a reset: nothing is done, but hints and solutions that were shown stay available. */
  forget(chapter: Chapter): void {
    const { hints, passed } = this.#stored(chapter);
    if (keyOf(chapter) in this.#chapters) this.#write(chapter, { ...nothing, hints, passed });
  }

  /** Read again: `watch`, the site, the coach and a test run may write at the same time. */
  #stored(chapter: Chapter): ChapterProgress {
    this.#chapters = readTolerantly(this.#file);
    return this.of(chapter);
  }

  #write(chapter: Chapter, entry: ChapterProgress): void {
    this.#chapters = { ...this.#chapters, [keyOf(chapter)]: entry };
    try {
      writeState(this.#file, this.#chapters);
    } catch (error) {
      // What a command has found out is worth more than its record.
      this.#warn(`Your progress can't be saved: ${(error as Error).message}. What to do: npm run doctor\n`);
    }
  }
}

export function hashOf(files: Files): string {
  const hash = createHash('sha256');
  for (const [name, text] of files) hash.update(`${name}\0${text}\0`);
  return hash.digest('hex').slice(0, 16);
}

/** Without the number, so that chapters can be renumbered. */
export function keyOf({ slug }: Chapter): string {
  return slug.slice(3);
}

/** Ignores what makes no sense. */
function readTolerantly(file: string): Record<string, ChapterProgress> {
  const chapters: Record<string, ChapterProgress> = {};
  for (const [slug, entry] of Object.entries(readState(file))) {
    const { steps, hash, hints, isPartial, passed } = asRecord(entry);
    chapters[slug] = {
      steps: Object.fromEntries(Object.entries(asRecord(steps)).map(([step, held]) => [step, held === true])),
      hash: typeof hash === 'string' ? hash : '',
      hints: Object.fromEntries(Object.entries(asRecord(hints)).map(([step, count]) => [step, Number(count) || 0])),
      passed: Array.isArray(passed) ? passed.filter((step) => Number.isInteger(step)) : [],
      ...(isPartial === true && { isPartial }),
    };
  }
  return chapters;
}
