import type { PassThrough } from 'node:stream';
import { inject } from 'trellis';
import type { Chapter } from '../workshop/chapters.ts';
import { checksOf } from '../workshop/check/collector.ts';
import type { CheckResult } from '../workshop/check/run.ts';
import { hashOf } from '../workshop/progress.ts';
import { readFiles, starterOf } from '../workshop/starters.ts';
import { watchFolder } from '../workshop/watcher.ts';
import { stillStarting } from '../workshop/workshop.ts';
import { failureView } from './failure-view.ts';
import { Site } from './site.ts';
import type { StepState } from './task-view.ts';

/** The checks of one chapter: their last results, and the open pages that want to know. */
interface Checked {
  results: CheckResult[];
  /** The code that they are about. */
  hash: string;
  /** Why the checks could not run at all. */
  trouble: string;
  run?: { abort: AbortController; ended: Promise<void> };
  readonly pages: Set<PassThrough>;
  unwatch?: () => void;
}

/** Checks a chapter when a page asks for it, and on every save while one of its pages is open. Tells the pages each result. */
export class ChapterChecks {
  @inject(Site) private readonly site!: Site;
  readonly #chapters = new Map<string, Checked>();

  async onStop(): Promise<void> {
    for (const { run, unwatch } of this.#chapters.values()) {
      unwatch?.();
      run?.abort.abort();
      await run?.ended;
    }
  }

  /** The last result of each step: of this process, or else what the workshop has stored. */
  states(chapter: Chapter): StepState[] {
    const { hash, trouble, run, ...checked } = this.#of(chapter);
    const stored = this.site.progress().of(chapter);
    // A check in a terminal may have seen newer code than ours.
    const isCurrent = run !== undefined || stored.isPartial || stored.hash === hash;
    const results = isCurrent ? checked.results : [];
    const failed = results.find(({ failure }) => failure !== undefined);
    return chapter.steps.map(({ number }) => {
      const own = results.filter(({ step }) => step === number);
      const isPassed = own.length > 0 ? own.every(isProven) : stored.steps[number] === true;
      const isSkipped = own.some(({ skipped }) => skipped !== undefined) && number !== failed?.step;
      const state = number === failed?.step ? 'failed' : isPassed ? 'passed' : isSkipped ? 'skipped' : 'open';
      return {
        ...{ step: number, state, hasPassed: isPassed || stored.passed.includes(number) },
        ...(state === 'failed' && { detail: failureView(chapter, failed!) }),
        ...(number === 1 && trouble !== '' && { trouble }),
      };
    });
  }

  /** Keeps a page informed until it is closed. */
  join(chapter: Chapter, page: PassThrough, checksOnSave: boolean): void {
    const checked = this.#of(chapter);
    checked.pages.add(page);
    page.once('close', () => {
      checked.pages.delete(page);
      if (checked.pages.size > 0) return;
      checked.unwatch?.();
      checked.unwatch = undefined;
    });
    this.#tell(chapter, checked.run === undefined ? 'idle' : 'running');
    if (!checksOnSave) return;
    checked.unwatch ??= watchFolder(chapter.src, () => void this.check(chapter));
    if (checked.run === undefined && this.#hasChanged(chapter)) void this.check(chapter);
  }

  /** The stored progress has changed. */
  progressed(): void {
    for (const chapter of this.site.workshop().chapters) {
      const checked = this.#chapters.get(chapter.slug);
      if (checked?.run === undefined && checked?.pages.size) this.#tell(chapter, 'idle');
    }
  }

  /** Starts over if the checks are running already: the code has changed since. */
  async check(chapter: Chapter): Promise<void> {
    const checked = this.#of(chapter);
    const previous = checked.run;
    const abort = new AbortController();
    const run = { abort, ended: Promise.resolve() };
    checked.run = run;
    previous?.abort.abort();
    await previous?.ended;
    if (abort.signal.aborted) return;
    run.ended = this.#run(chapter, checked, abort.signal);
    await run.ended;
    if (checked.run !== run) return;
    checked.run = undefined;
    this.#tell(chapter, 'idle');
  }

  async #run(chapter: Chapter, checked: Checked, signal: AbortSignal): Promise<void> {
    const results: CheckResult[] = [];
    this.#tell(chapter, 'running');
    try {
      const last = new Map((await checksOf(chapter)).map(({ step, name }) => [step, name]));
      await this.site.workshop().check(chapter, {
        signal,
        onSlowStart: () => this.#tell(chapter, 'running', stillStarting),
        onResult: (result) => {
          if (signal.aborted) return;
          results.push(result);
          // A step is decided by its first failure, or by its last check.
          if (result.failure === undefined && last.get(result.step) !== result.name) return;
          checked.results = [...results, ...checked.results.filter(({ step }) => step > result.step)];
          this.#tell(chapter, 'running');
        },
      });
      checked.trouble = '';
    } catch (error) {
      checked.trouble = (error as Error).message;
    }
    if (signal.aborted) return;
    checked.hash = hashOf(readFiles(chapter.src));
    if (results.length > 0) checked.results = results;
  }

  /** An untouched starter needs no check, and neither does code that was checked before. */
  #hasChanged(chapter: Chapter): boolean {
    const { hash, isPartial } = this.site.progress().of(chapter);
    const now = hashOf(readFiles(chapter.src));
    return !isPartial && now !== hash && now !== hashOf(starterOf(chapter));
  }

  #tell(chapter: Chapter, activity: 'running' | 'idle', note = ''): void {
    const states = this.states(chapter).map(({ detail, ...rest }) => ({ ...rest, detail: detail?.toString() }));
    const message = `event: steps\ndata: ${JSON.stringify({ activity, note, states })}\n\n`;
    for (const page of this.#of(chapter).pages) page.write(message);
  }

  #of({ slug }: Chapter): Checked {
    const known = this.#chapters.get(slug) ?? { results: [], hash: '', trouble: '', pages: new Set<PassThrough>() };
    this.#chapters.set(slug, known);
    return known;
  }
}

function isProven({ failure, skipped }: CheckResult): boolean {
  return failure === undefined && skipped === undefined;
}
