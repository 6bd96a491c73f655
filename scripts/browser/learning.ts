import { stripVTControlCharacters } from 'node:util';
import type { Prediction } from '../review/predict/prediction.ts';
import { failureView } from '../site/failure-view.ts';
import { type VariationState, variationPart } from '../site/variation-view.ts';
import { traceView } from '../site/x-ray-view.ts';
import type { Chapter } from '../workshop/chapters.ts';
import type { Check } from '../workshop/check/check-definition.ts';
import { checksOf } from '../workshop/check/collector.ts';
import { type CheckedChapter, isDone, stateOf } from '../workshop/checked-chapter.ts';
import { openStepOf } from '../workshop/difference.ts';
import { Runner } from '../workshop/runner.ts';
import { type Files, readFiles, writeFiles } from '../workshop/starters.ts';
import { type ExaminedVariation, examineVariation, variationChecks } from '../workshop/variation/examine.ts';
import { stillStarting, Workshop } from '../workshop/workshop.ts';
import type { TraceEvent } from '../workshop/xray/trace-event.ts';
import { attackText, differencePart, predictionPart } from './inspection.ts';
import { readFileSync } from './node/fs.ts';
import { Terminal } from './terminal.ts';
import { inPage } from './wording.ts';

/** What a page hears about its chapter. */
export type Tell = (event: { readonly type: string } & Record<string, unknown>) => void;

export type Question =
  | { readonly about: 'difference' }
  | { readonly about: 'attack'; readonly name: string }
  | { readonly about: 'prediction'; readonly prediction: Prediction; readonly choice: string };

/** What a request does in each moment needs hooks that a browser doesn't have. The log is for people, as in a terminal. */
const surroundings = { TRELLIS_RUNNING: '', TRELLIS_TERMINAL: '1' };

const nothing: CheckedChapter = { results: [], typeErrors: [], current: undefined, before: [] };

/** Where a program keeps its data in a file, it still has them when it starts again. */
const keepsData = ({ DATABASE_URL = '' }: Readonly<Record<string, string>>) => DATABASE_URL.startsWith('file:');

/** The learner's work on one chapter: what `npm run chapter`, `npm test` and a terminal with `curl` do with it. */
export class Learning {
  readonly #workshop = new Workshop('/trellis');
  readonly #chapter: Chapter;
  readonly #tell: Tell;
  #checks: readonly Check[] | undefined;
  #variationChecks: readonly Check[] | undefined;
  #checked = nothing;
  #examined: ExaminedVariation | undefined;
  #trouble = '';
  /** What the program was started with. */
  #env: Readonly<Record<string, string>> = {};
  #runner: Runner | undefined;
  /** Resolves when the program listens, or when the output says why it doesn't. */
  #started = Promise.resolve();
  readonly #terminal = new Terminal({
    attack: (name) => this.ask({ about: 'attack', name }),
    restart: (env) => this.#restart(env),
  });
  #run: { abort: AbortController; ended: Promise<void> } | undefined;
  /** The steps that had passed when somebody stopped typing; undefined if somebody has asked for the check. */
  #before: ReadonlySet<number> | undefined;

  constructor(slug: string, files: Files, tell: Tell) {
    this.#chapter = this.#workshop.chapter(slug.slice(0, 2));
    this.#tell = tell;
    this.save(files);
    this.#tellSteps('idle');
  }

  /** Runs the program, and again after each save. */
  async start(): Promise<void> {
    const chapter = this.#chapter;
    const print = (text: string) => this.#tell({ type: 'printed', text: inPage(stripVTControlCharacters(text)) });
    const onTraces = (traces: readonly TraceEvent[]) => {
      for (const trace of traces)
        this.#tell({ type: 'trace', trace: traceView({ ...trace, key: '' }, undefined).toString() });
    };
    this.#runner = new Runner({
      chapter,
      src: chapter.src,
      env: { ...surroundings, ...this.#env },
      print,
      onTraces,
    });
    this.#started = this.#runner.start();
    await this.#started;
  }

  /** What the texts do in the second terminal. */
  async send(block: string, shown: string): Promise<string> {
    try {
      await this.#started;
      await this.#runner?.settled();
      return await this.#terminal.run(block, shown);
    } catch (error) {
      const { message } = error as Error;
      // Not what is wrong with the command itself.
      if (message.startsWith('curl:')) this.#tell({ type: 'printed', text: `\n${message}` });
      throw error;
    }
  }

  async #restart(env: Readonly<Record<string, string>>): Promise<string> {
    await this.#runner?.stop();
    this.#env = env;
    if (!keepsData(env)) this.#terminal.forget();
    await this.start();
    const where = 'The program has started again. The tab Output shows what it prints.';
    return keepsData(env)
      ? `${where} Its data are in a file of this page now: they survive every restart, until you reload or leave the page.`
      : where;
  }

  save(files: Files): void {
    const known = readFiles(this.#chapter.src);
    const isChanged = known.size !== files.size || [...files].some(([name, text]) => known.get(name) !== text);
    if (isChanged && !keepsData(this.#env)) this.#terminal.forget();
    writeFiles(this.#chapter.src, files);
  }

  /** Starts over if the checks are running already: the code has changed since. */
  async check(cause: 'typing' | 'request' = 'request'): Promise<void> {
    const previous = this.#run;
    const abort = new AbortController();
    const run = { abort, ended: Promise.resolve() };
    this.#run = run;
    previous?.abort.abort();
    await previous?.ended;
    if (abort.signal.aborted) return;
    this.#before = cause === 'typing' ? new Set(this.#workshop.progress.of(this.#chapter).passed) : undefined;
    run.ended = this.#runChecks(abort.signal);
    await run.ended;
    if (this.#run !== run) return;
    this.#run = undefined;
    this.#tellSteps('idle');
    this.#tellProgress();
  }

  /** A part of the page, as markup; the output of an attack as text. */
  async ask(question: Question): Promise<string> {
    if (question.about === 'difference') {
      const { passed } = this.#workshop.progress.of(this.#chapter);
      return differencePart(this.#chapter, openStepOf(this.#chapter, passed)).toString();
    }
    if (question.about === 'attack') return inPage(await attackText(this.#chapter, question.name));
    const isDone = this.#workshop.progress.passing(this.#chapter).length === this.#chapter.steps.length;
    return (await predictionPart(this.#chapter, question.prediction, question.choice, isDone)).toString();
  }

  async #runChecks(signal: AbortSignal): Promise<void> {
    const { results: old } = this.#checked;
    this.#tellSteps('running');
    try {
      // Once: a module stays in memory, and this one doesn't change.
      this.#checks ??= await checksOf(this.#chapter);
      const done = await this.#workshop.check(this.#chapter, {
        checks: this.#checks,
        signal,
        onSlowStart: () => this.#tellSteps('running', stillStarting),
        onStep: (_, now) => {
          if (signal.aborted) return;
          const others = old.filter(({ step }) => now.results.every((result) => result.step !== step));
          this.#checked = { ...now, results: [...now.results, ...others] };
          this.#tellSteps('running');
        },
      });
      if (!signal.aborted) this.#checked = done;
      this.#trouble = '';
      this.#examined = undefined;
      await this.#examine(done, signal);
    } catch (error) {
      this.#trouble = (error as Error).message;
    }
  }

  /** Whether the code has the star, once all steps pass. */
  async #examine(done: CheckedChapter, signal: AbortSignal): Promise<void> {
    if (!this.#variation || !isDone(this.#chapter, done) || signal.aborted) return;
    // Somebody may leave with the work while the variation is examined.
    this.#tellProgress();
    this.#tellSteps('running');
    this.#variationChecks ??= await variationChecks(this.#chapter);
    const { progress } = this.#workshop;
    this.#examined = await examineVariation(progress, this.#chapter, done, signal, this.#variationChecks);
  }

  #tellProgress(): void {
    this.#tell({ type: 'progress', text: readFileSync('/trellis/.workshop/progress.json', 'utf8') });
  }

  get #variation(): VariationState | undefined {
    if (this.#chapter.variation === undefined) return undefined;
    return {
      hasStar: this.#workshop.progress.hasStar(this.#chapter),
      ...(this.#examined && { examined: this.#examined }),
    };
  }

  #tellSteps(activity: 'running' | 'idle', note = ''): void {
    const stored = this.#workshop.progress.of(this.#chapter);
    const states = this.#chapter.steps.map(({ number }) => {
      const own = this.#checked.results.filter(({ step }) => step === number);
      const found = own.length > 0 ? stateOf(this.#checked, number) : stored.steps[number] ? 'passed' : 'open';
      // As on the local site: the change that made a step pass says nothing about the next one.
      const isNext = this.#before?.has(number - 1) === false && stateOf(this.#checked, number - 1) === 'passed';
      const state = found === 'failed' && isNext ? 'open' : found;
      const failed = state === 'failed' ? own.find(({ failure }) => failure !== undefined) : undefined;
      return {
        ...{ step: number, state, hasPassed: state === 'passed' || stored.passed.includes(number) },
        // A request can be sent again from the panel; a comparison with the solution needs the repository.
        ...(own.some(({ about }) => about !== undefined) && { isBroken: true }),
        ...(failed && { detail: inPage(failureView(this.#chapter, { ...failed, exchange: undefined }).toString()) }),
        ...(number === 1 && this.#trouble && { trouble: this.#trouble }),
      };
    });
    const variation = variationPart(this.#chapter, this.#variation)?.toString();
    this.#tell({ type: 'steps', activity, note, states, variation });
  }
}
