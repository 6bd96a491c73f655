import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { blameOneStep } from './blame.ts';
import { allChapters, type Chapter, root, type Step } from './chapters.ts';
import type { Check } from './check/check-definition.ts';
import { checksOf } from './check/collector.ts';
import { type CheckResult, runChecks } from './check/run.ts';
import type { CheckedChapter } from './checked-chapter.ts';
import { findChapter } from './find-chapter.ts';
import { hashOf, type Obstacle, Progress } from './progress.ts';
import { isStarter, readFiles } from './starters.ts';
import { isBeforeRules, isDecided } from './step-progress.ts';
import { typeErrors } from './type-errors.ts';
import { examineVariation } from './variation/examine.ts';
import { lastUrl } from './xray/feed.ts';

/** How far a learner is in one chapter. */
export interface Standing {
  readonly chapter: Chapter;
  readonly done: number;
  readonly total: number;
  /** Whether some checks could not run on this machine. */
  readonly isPartial?: boolean;
  readonly obstacle?: Obstacle;
  readonly isDone: boolean;
  /** Whether the code has the star for the variation. Undefined if the chapter has no variation. */
  readonly hasStar?: boolean;
}

/** What a command, or the site, shows while the checks run. */
export interface CheckListeners {
  /** A step is decided: by its first failure, or by its last check. The current one comes first, then the others in order. */
  onStep?(step: Step, checked: CheckedChapter): void;
  /** The checks of the current step pass, and the rules that hold for every step come next. */
  onRules?(step: Step): void;
  /** The program isn't listening after three seconds. */
  onSlowStart?(): void;
  /** The checks, if somebody has loaded them: every loading stays in memory. */
  checks?: readonly Check[];
  /** Stops the programs and stores nothing, because the code has changed in the meantime. */
  signal?: AbortSignal;
}

/** The line to show in that case. */
export const stillStarting = 'Still starting the program …';

/** The learner's workshop: the chapters, and the progress in each of them. */
export class Workshop {
  readonly chapters: readonly Chapter[];
  readonly progress: Progress;
  /** The folder with everything that the commands remember. */
  readonly state: string;

  constructor(repository = root) {
    this.chapters = allChapters(repository);
    this.state = join(repository, '.workshop');
    this.progress = new Progress(this.state);
  }

  /** The chapter that a word names; without one, the first that is not finished. */
  chapter(word: string): Chapter {
    return word === '' ? this.current() : findChapter(word, this.chapters);
  }

  current(): Chapter {
    const unfinished = this.standings().find(({ isDone }) => !isDone);
    const chapter = unfinished?.chapter ?? this.chapters.at(-1);
    if (chapter === undefined) throw new Error('There are no chapters yet.');
    return chapter;
  }

  after(chapter: Chapter): Chapter | undefined {
    return this.chapters[this.chapters.indexOf(chapter) + 1];
  }

  standings(): Standing[] {
    return this.chapters.map((chapter) => {
      const { isPartial, obstacle } = this.progress.of(chapter);
      const done = this.progress.passing(chapter).length;
      const total = chapter.steps.length;
      const isDone = done === total && obstacle === undefined;
      const hasStar = isDone && this.progress.hasStar(chapter);
      return {
        ...{ chapter, done, total, isDone, ...(isPartial && { isPartial }), ...(obstacle && { obstacle }) },
        ...(chapter.variation && { hasStar }),
      };
    });
  }

  /** The chapters whose steps have all passed at some time. */
  finished(): Chapter[] {
    return this.chapters.filter((chapter) => {
      const { passed } = this.progress.of(chapter);
      return chapter.steps.length > 0 && chapter.steps.every(({ number }) => passed.includes(number));
    });
  }

  /** Checks the learner's code, the current step first, and stores the results. */
  async check(
    chapter: Chapter,
    { onStep, onRules, checks: loaded, ...options }: CheckListeners = {},
  ): Promise<CheckedChapter> {
    const before = this.progress.passing(chapter);
    const current = chapter.steps.find(({ number }) => !before.includes(number))?.number;
    const outcome = (results: readonly CheckResult[], errors: readonly string[] = []): CheckedChapter => ({
      results: blameOneStep(chapter, results, current),
      typeErrors: errors,
      current,
      before,
    });
    const first = current ?? chapter.steps[0]?.number;
    let types: Promise<string[]> | undefined;
    const checks = loaded ?? (await checksOf(chapter));
    const results: CheckResult[] = [];
    const onResult = (result: CheckResult) => {
      results.push(result);
      const step = chapter.steps.find(({ number }) => number === result.step);
      if (step && step.number === first && isBeforeRules(checks, results)) onRules?.(step);
      if (!isDecided(checks, results)) return;
      // Not earlier: the current step should have the processor for itself.
      types ??= typeErrors(chapter.src, options.signal);
      if (step) onStep?.(step, outcome(results.toSorted((a, b) => a.step - b.step)));
    };
    const shared = { address: lastUrl(chapter), lanes: Math.min(availableParallelism(), 4) };
    const all = await runChecks(checks, chapter.src, onResult, { ...options, ...shared, first });
    const checked = outcome(all, (await types) ?? []);
    if (!options.signal?.aborted) this.progress.record(chapter, checked);
    return checked;
  }

  /** Checks the chapters whose code has changed since they were checked last. An untouched starter needs no run. */
  async refresh(): Promise<void> {
    for (const chapter of this.chapters) {
      const files = readFiles(chapter.src);
      if (this.progress.of(chapter).hash === hashOf(files)) continue;
      if (isStarter(chapter, files)) this.progress.forget(chapter);
      else await examineVariation(this.progress, chapter, await this.check(chapter));
    }
  }
}
