import type { PassThrough } from 'node:stream';
import { inject } from 'trellis';
import type { Chapter } from '../workshop/chapters.ts';
import { type CheckedChapter, stateOf } from '../workshop/checked-chapter.ts';
import { hashOf } from '../workshop/progress.ts';
import { readFiles, starterOf } from '../workshop/starters.ts';
import { type ExaminedVariation, examineVariation } from '../workshop/variation/examine.ts';
import { watchFolder } from '../workshop/watcher.ts';
import { stillStarting } from '../workshop/workshop.ts';
import { failureView } from './failure-view.ts';
import { Site } from './site.ts';
import type { StepState } from './task-view.ts';
import { type VariationState, variationPart } from './variation-view.ts';

/** The checks of one chapter: their last results, and the open pages that want to know. */
interface Checked {
  checked: CheckedChapter;
  /** The code that they are about. */
  hash: string;
  /** Why the checks could not run at all. */
  trouble: string;
  /** Of the last code whose steps all pass. */
  examined?: ExaminedVariation | undefined;
  run?: { abort: AbortController; ended: Promise<void> };
  /** If a save has caused the last check: the steps that had passed before it. */
  known?: ReadonlySet<number> | undefined;
  readonly pages: Set<PassThrough>;
  unwatch?: () => void;
}

const nothing: CheckedChapter = { results: [], typeErrors: [], current: undefined, before: [] };

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
    const { hash, trouble, run, known: before, ...last } = this.#of(chapter);
    const stored = this.site.progress().of(chapter);
    // A check in a terminal may have seen newer code than ours.
    const isCurrent = run !== undefined || stored.isPartial || stored.hash === hash;
    const checked = isCurrent ? last.checked : nothing;
    const { results, typeErrors, current = chapter.steps.at(-1)?.number } = checked;
    const unfit =
      typeErrors.length > 0
        ? ['The compiler reports type errors:', ...typeErrors].join('\n')
        : results.length === 0 && stored.obstacle !== undefined
          ? `At the last check, the chapter ${stored.obstacle.replace('does', 'did')}.`
          : '';
    return chapter.steps.map(({ number }) => {
      const own = results.filter(({ step }) => step === number);
      const known = stored.steps[number] ? 'passed' : stored.before?.includes(number) ? 'before' : 'open';
      const found = own.length > 0 ? stateOf(checked, number) : known;
      // The save that made a step pass for the first time says nothing about the next one: nobody has begun with it.
      const isNext = before?.has(number - 1) === false && stateOf(checked, number - 1) === 'passed';
      const state = found === 'failed' && isNext ? 'open' : found;
      const problem = (number === 1 && trouble) || (number === current && unfit);
      return {
        // Not as soon as its checks pass: our version is only shown for what has been recorded, when all checks have run.
        ...{ step: number, state, hasPassed: stored.passed.includes(number) },
        ...(own.some(({ about }) => about !== undefined) && { isBroken: true }),
        ...(state === 'failed' && { detail: failureView(chapter, own.find(({ failure }) => failure !== undefined)!) }),
        ...(problem && { trouble: problem }),
      };
    });
  }

  /** Whether the code that was checked last has the star. */
  variation(chapter: Chapter): VariationState | undefined {
    if (chapter.variation === undefined) return undefined;
    const { examined } = this.#of(chapter);
    const progress = this.site.progress();
    const isKnown = examined !== undefined && progress.of(chapter).hash === this.#of(chapter).hash;
    return { hasStar: progress.hasStar(chapter), ...(isKnown && { examined }) };
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
    checked.unwatch ??= watchFolder(chapter.src, () => void this.check(chapter, 'save'));
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
  async check(chapter: Chapter, cause: 'save' | 'request' = 'request'): Promise<void> {
    const checked = this.#of(chapter);
    const previous = checked.run;
    const abort = new AbortController();
    const run = { abort, ended: Promise.resolve() };
    checked.run = run;
    previous?.abort.abort();
    await previous?.ended;
    if (abort.signal.aborted) return;
    checked.known = cause === 'save' ? new Set(this.site.progress().of(chapter).passed) : undefined;
    run.ended = this.#run(chapter, checked, abort.signal);
    await run.ended;
    if (checked.run !== run) return;
    checked.run = undefined;
    this.#tell(chapter, 'idle');
  }

  async #run(chapter: Chapter, checked: Checked, signal: AbortSignal): Promise<void> {
    const { results: old } = checked.checked;
    this.#tell(chapter, 'running');
    try {
      const workshop = this.site.workshop();
      const done = await workshop.check(chapter, {
        signal,
        onSlowStart: () => this.#tell(chapter, 'running', stillStarting),
        onStep: (_, now) => {
          if (signal.aborted) return;
          const others = old.filter(({ step }) => now.results.every((result) => result.step !== step));
          checked.checked = { ...now, results: [...now.results, ...others] };
          this.#tell(chapter, 'running');
        },
      });
      if (!signal.aborted) checked.checked = done;
      checked.trouble = '';
      checked.examined = undefined;
      this.#tell(chapter, 'running');
      checked.examined = await examineVariation(workshop.progress, chapter, done, signal);
    } catch (error) {
      checked.trouble = (error as Error).message;
    }
    if (!signal.aborted) checked.hash = hashOf(readFiles(chapter.src));
  }

  /** An untouched starter needs no check, and neither does code that was checked before. */
  #hasChanged(chapter: Chapter): boolean {
    const { hash, isPartial } = this.site.progress().of(chapter);
    const now = hashOf(readFiles(chapter.src));
    return !isPartial && now !== hash && now !== hashOf(starterOf(chapter));
  }

  #tell(chapter: Chapter, activity: 'running' | 'idle', note = ''): void {
    const states = this.states(chapter).map(({ detail, ...rest }) => ({ ...rest, detail: detail?.toString() }));
    const variation = variationPart(chapter, this.variation(chapter))?.toString();
    const message = `event: steps\ndata: ${JSON.stringify({ activity, note, states, variation })}\n\n`;
    for (const page of this.#of(chapter).pages) page.write(message);
  }

  #of({ slug }: Chapter): Checked {
    const known = this.#chapters.get(slug) ?? {
      checked: nothing,
      hash: '',
      trouble: '',
      pages: new Set<PassThrough>(),
    };
    this.#chapters.set(slug, known);
    return known;
  }
}
