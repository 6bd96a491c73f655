import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { type Chapter, root } from './chapters.ts';
import type { CheckResult } from './check/run.ts';
import { type CheckedChapter, isBroken, stateOf } from './checked-chapter.ts';
import type { Badges } from './graded/badges.ts';
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
  /** The steps that passed when they could last run, and can't run now. */
  readonly before?: readonly number[];
  /** Why the chapter isn't done, whatever its steps say. */
  readonly obstacle?: Obstacle;
  /** Which badges the checked code has, in a graded chapter whose examiners have come. */
  readonly badges?: Badges;
  /** The variation at the end of the chapter, once the chapter was done. */
  readonly variation?: VariationProgress;
}

export interface VariationProgress {
  /** When the chapter was done for the first time, in milliseconds. Its hints come some time later. */
  readonly since: number;
  /** The hash of the code that was done then: nobody has begun the variation in it. */
  readonly first: string;
  /** The hash of the last code that fulfilled it. */
  readonly star?: string;
  /** How many of its hints were shown. */
  readonly hints: number;
}

export type Obstacle = 'does not start' | 'does not compile';

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

  /** The steps that pass, or passed when they could last run. */
  passing(chapter: Chapter): number[] {
    const { steps, before = [] } = this.of(chapter);
    return chapter.steps.map(({ number }) => number).filter((step) => steps[step] || before.includes(step));
  }

  record(chapter: Chapter, checked: CheckedChapter): void {
    const known = this.#stored(chapter);
    const { results, typeErrors } = checked;
    const all = [...new Set(results.map(({ step }) => step))];
    // A step with a skipped check hasn't been proven to pass.
    const now = all.filter((step) => stateOf(checked, step) === 'passed');
    const isPartial = results.some(({ skipped }) => skipped !== undefined);
    const hash = hashOf(readFiles(chapter.src));
    this.#write(chapter, {
      hints: known.hints,
      steps: Object.fromEntries(all.map((step) => [step, now.includes(step)])),
      // Without a hash, the next board checks again: a later run may find the missing server.
      hash: isPartial ? '' : hash,
      passed: [...new Set([...known.passed, ...now])].sort((a, b) => a - b),
      before: checked.before.filter((step) => couldNotRun(results, step)),
      isPartial,
      obstacle: isBroken(results) ? 'does not start' : typeErrors.length > 0 ? 'does not compile' : undefined,
      // Other code has to earn them again.
      badges: known.hash === hash ? known.badges : undefined,
      ...(known.variation && { variation: known.variation }),
    });
  }

  /** Whether the code that was checked last has the star. */
  hasStar(chapter: Chapter): boolean {
    const { hash, variation } = this.of(chapter);
    return variation?.star !== undefined && variation.star === hash;
  }

  /** Remembers that a done chapter was examined for its variation, and whether the code that was checked has earned the star. */
  judge(chapter: Chapter, hasEarned: boolean, now = Date.now()): VariationProgress {
    const known = this.#stored(chapter);
    const { hash, variation = { since: now, first: hash, hints: 0 } } = known;
    const { star, ...others } = variation;
    const kept = star === hash && !hasEarned ? undefined : star;
    const judged = { ...others, ...(hasEarned ? { star: hash } : kept && { star: kept }) };
    this.#write(chapter, { ...known, variation: judged });
    return judged;
  }

  /** Counts one more hint for the variation, and returns the new count. */
  climbVariation(chapter: Chapter, rungs: number, now = Date.now()): number {
    const known = this.#stored(chapter);
    const { variation = { since: now, first: known.hash, hints: 0 } } = known;
    const hints = Math.min(variation.hints + 1, rungs);
    this.#write(chapter, { ...known, variation: { ...variation, hints } });
    return hints;
  }

  /** Remembers which badges the code that was checked last has earned. */
  award(chapter: Chapter, badges: Badges): void {
    this.#write(chapter, { ...this.#stored(chapter), badges });
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
    const { hints, passed, variation } = this.#stored(chapter);
    if (keyOf(chapter) in this.#chapters)
      this.#write(chapter, { ...nothing, hints, passed, ...(variation && { variation }) });
  }

  /** What a file from the browser, or from another machine, says. Whether a step passes here is found out by a check. */
  welcome(
    chapter: Chapter,
    passed: readonly number[],
    hints: Readonly<Record<number, number>>,
    variationHints = 0,
    now = Date.now(),
  ): void {
    const known = this.#stored(chapter);
    const { variation = { since: now, first: '', hints: 0 } } = known;
    const hasVariation = known.variation !== undefined || variationHints > 0;
    const shown = Object.entries(hints).map(([step, count]) => [step, Math.max(count, known.hints[Number(step)] ?? 0)]);
    this.#write(chapter, {
      ...known,
      hints: { ...known.hints, ...Object.fromEntries(shown) },
      passed: [...new Set([...known.passed, ...passed])].sort((a, b) => a - b),
      ...(hasVariation && { variation: { ...variation, hints: Math.max(variation.hints, variationHints) } }),
    });
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

/** The blamed step has passed before, too, if all of them have. */
function couldNotRun(results: readonly CheckResult[], step: number): boolean {
  return results.some((result) => result.step === step && (result.isStopped || result.about !== undefined));
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

function integersOf(value: unknown): number[] {
  return Array.isArray(value) ? value.filter((each) => Number.isInteger(each)) : [];
}

function flagsIn(value: unknown): Record<string, boolean> {
  return Object.fromEntries(Object.entries(asRecord(value)).map(([name, flag]) => [name, flag === true]));
}

function variationIn(value: unknown): VariationProgress {
  const { since, first, star, hints } = asRecord(value);
  return {
    since: Number(since) || 0,
    first: typeof first === 'string' ? first : '',
    ...(typeof star === 'string' && star !== '' && { star }),
    hints: Number.isInteger(hints) ? Math.max(0, hints as number) : 0,
  };
}

/** Ignores what makes no sense. */
function readTolerantly(file: string): Record<string, ChapterProgress> {
  const chapters: Record<string, ChapterProgress> = {};
  for (const [slug, entry] of Object.entries(readState(file))) {
    const { steps, hash, hints, isPartial, passed, before, obstacle, badges, variation } = asRecord(entry);
    chapters[slug] = {
      steps: flagsIn(steps),
      hash: typeof hash === 'string' ? hash : '',
      hints: Object.fromEntries(Object.entries(asRecord(hints)).map(([step, count]) => [step, Number(count) || 0])),
      passed: integersOf(passed),
      before: integersOf(before),
      ...(isPartial === true && { isPartial }),
      ...((obstacle === 'does not start' || obstacle === 'does not compile') && { obstacle }),
      ...(badges !== undefined && { badges: flagsIn(badges) }),
      ...(variation !== undefined && { variation: variationIn(variation) }),
    };
  }
  return withMovedSteps(chapters);
}

/**
 * The first of six steps of `abuse` became a step of `authorization`. Both chapters are checked again; what has been passed and which
 * hints were shown is kept.
 */
function withMovedSteps(chapters: Record<string, ChapterProgress>): Record<string, ChapterProgress> {
  const { abuse } = chapters;
  if (abuse === undefined || !(6 in abuse.steps)) return chapters;
  const { 1: first = 0, ...others } = abuse.hints;
  const hints = Object.fromEntries(Object.entries(others).map(([step, shown]) => [Number(step) - 1, shown]));
  const later = abuse.passed.filter((step) => step > 1).map((step) => step - 1);
  const authorization = { ...nothing, hints: { 1: first }, passed: abuse.passed.filter((step) => step === 1) };
  return { authorization, ...chapters, abuse: { ...nothing, hints, passed: later } };
}
