import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import pc from 'picocolors';
import { portFromEnvironment } from '../../framework/hints/port.ts';
import { bannerOf, routeChanges } from './banner.ts';
import type { Chapter } from './chapters.ts';
import { renderFailureInColour } from './failure-in-colour.ts';
import { holderOf, isFree, nextFree } from './ports.ts';
import type { AppDescription, ListedRoute, Listening } from './run/listening.ts';
import { Program } from './run/program.ts';
import { ProgramFailed } from './run/program-failed.ts';
import { relativePaths, startupOutput } from './run/startup-cause.ts';
import { prepareWarmProcess } from './run/warm-process.ts';
import { readFiles } from './starters.ts';
import { typeErrorsView } from './steps-view.ts';
import { drawTrace } from './trace-lines.ts';
import { typeErrors } from './type-errors.ts';
import { watchFolder } from './watcher.ts';
import { Feed } from './xray/feed.ts';
import type { TraceEvent } from './xray/trace-event.ts';

const mostDrawn = 10;

export interface RunnerOptions {
  chapter: Chapter;
  /** The learner's folder, or the solution's. */
  src: string;
  /** Its file in that folder; `main.ts` by default. */
  program?: string;
  /** Variables for the program. */
  env?: Readonly<Record<string, string>>;
  print(text: string): void;
  /** Hears of the requests that are drawn. */
  onTraces?(traces: readonly TraceEvent[]): void;
}

/** Runs a chapter, and restarts it on each save. A crash of the learner's code never ends it: the next save may fix it. */
export class Runner {
  readonly #chapter: Chapter;
  readonly #src: string;
  readonly #file: string | undefined;
  readonly #print: (text: string) => void;
  readonly #onTraces: RunnerOptions['onTraces'];
  readonly #env: Record<string, string>;
  readonly #feed: Feed;
  #program: Program | undefined;
  #port = 0;
  #isStarting = false;
  /** Of the program that listened last; undefined before the first one has. */
  #routes: ListedRoute[] | undefined;
  #unwatch: () => void = () => {};
  /** Saves during a restart wait for it. */
  #turn: Promise<void> = Promise.resolve();
  #isRestartQueued = false;
  #isReplacing = false;
  #stopped = false;
  readonly #ending = new AbortController();
  /** Ends the compiler of a version that the next save has replaced. */
  #outdated = new AbortController();
  #types: Promise<unknown> = Promise.resolve();

  constructor({ chapter, src, program, env = {}, print, onTraces }: RunnerOptions) {
    this.#chapter = chapter;
    this.#src = src;
    this.#file = program;
    this.#print = print;
    this.#onTraces = onTraces;
    // In the repository of this chapter: a test runs a copy.
    this.#feed = new Feed(join(chapter.folder, '..', '..'), chapter.slug, src);
    this.#env = {
      TRELLIS_TRACE: '1',
      TRELLIS_RUNNING: '1',
      ...(process.stderr.isTTY ? { TRELLIS_TERMINAL: '1' } : {}),
      ...env,
    };
    // Without a secret no chapter from 09 on would start. An explicitly empty one is the learner's decision.
    if ((env.JWT_SECRET ?? process.env.JWT_SECRET) === undefined)
      this.#env.JWT_SECRET = randomBytes(32).toString('base64url');
  }

  async start(): Promise<void> {
    this.#port = await this.#choosePort();
    await this.#feed.open();
    this.#unwatch = watchFolder(this.#src, () => this.#saved());
    await this.#queue(() => this.#run());
  }

  /** Resolves when no restart is under way: the program listens, or what was printed says why it doesn't. */
  async settled(): Promise<void> {
    let turn: Promise<void>;
    do {
      turn = this.#turn;
      await turn;
    } while (turn !== this.#turn);
  }

  /** Lets the program finish its requests, for a little longer than the framework itself would wait. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#ending.abort();
    this.#unwatch();
    this.#replace();
    await this.#turn;
    const late = setTimeout(
      () => this.#print(pc.dim('The program is still finishing. Press Ctrl-C again to end it now.')),
      1_000,
    );
    await this.#program?.stop(12_000);
    clearTimeout(late);
    await this.#types;
    this.#feed.close();
  }

  /** Ends the program without waiting for its requests. */
  kill(): void {
    void this.#program?.kill();
  }

  #saved(): void {
    this.#replace();
    if (this.#isRestartQueued) return;
    this.#isRestartQueued = true;
    void this.#queue(async () => {
      this.#isRestartQueued = false;
      if (this.#stopped) return;
      this.#print(pc.dim('\nSaved. Starting again …'));
      this.#isReplacing = true;
      await this.#program?.stop();
      this.#isReplacing = false;
      await this.#run();
    });
  }

  /** A program that isn't listening yet may never do so: the next one must not wait for it. */
  #replace(): void {
    if (this.#isStarting) void this.#program?.kill();
  }

  #queue(work: () => Promise<void>): Promise<void> {
    this.#turn = this.#turn.then(work);
    return this.#turn;
  }

  async #run(): Promise<void> {
    const output = new HeldOutput((text) => this.#pass(this.#isStarting ? startupOutput(text) : text));
    const program = new Program({
      src: this.#src,
      program: this.#file,
      env: { ...this.#env, PORT: String(this.#port) },
      onOutput: (text) => output.add(text),
      onTraces: (traces, dropped) => this.#showTraces(traces, dropped),
      onRunning: (traces) => this.#feed.running(traces),
      onSlowStart: () => {
        this.#print(pc.dim('Still starting …'));
        output.open();
      },
    });
    this.#program = program;
    this.#isStarting = true;
    this.#outdated.abort();
    this.#outdated = new AbortController();
    const types = typeErrors(this.#src, AbortSignal.any([this.#ending.signal, this.#outdated.signal]));
    this.#types = types;
    try {
      const listening = await program.listening();
      // What it printed before is in the pipe already, and must be on the terminal before we say that it listens.
      await nextTurn();
      this.#isStarting = false;
      output.open();
      this.#announce(listening);
      void program.exited().then(() => this.#explainEnd(program));
    } catch (error) {
      if (this.#isCommand && program.hasExited && (await program.exited()) === 0) this.#explainCommand(output);
      else this.#explainFailure(error, output);
      this.#isStarting = false;
    }
    prepareWarmProcess();
    void types.then((errors) => this.#showTypeErrors(program, errors));
  }

  #announce({ url, isBare, routes, description }: Listening): void {
    this.#feed.program({ url, routes, description, metricsToken: process.env.METRICS_TOKEN });
    this.#print(
      this.#routes === undefined
        ? bannerOf(this.#chapter, url, isBare ? undefined : routes, this.#notes(description))
        : [pc.green(`Listening on ${url}`), ...routeChanges(this.#routes, routes)].join('\n'),
    );
    this.#routes = routes;
  }

  /** A program under load would fill the terminal for minutes: of a batch, only the last traces are drawn. */
  #showTraces(traces: TraceEvent[], dropped: number): void {
    this.#feed.traces(traces, dropped);
    const drawn = traces.slice(-mostDrawn);
    const more = traces.length - drawn.length + dropped;
    if (more > 0) this.#print(pc.dim(`… ${more} more requests`));
    for (const trace of drawn) this.#print(drawTrace(trace));
    this.#onTraces?.(drawn);
  }

  /** Prints the program's output, without the line that the banner has already. */
  #pass(text: string): void {
    const lines = relativePaths(text)
      .trimEnd()
      .split('\n')
      .filter((line) => line !== '' && !line.includes('Listening on http'));
    if (lines.length > 0) this.#print(lines.join('\n'));
  }

  #notes({ parts }: AppDescription): string[] {
    const built = new Set(parts.map(({ name, builtBy = name }) => builtBy));
    const isAskedFor = [...readFiles(this.#src).values()].some((text) => {
      const classes = [...text.matchAll(/\bclass (\w+)/g)].map(([, name]) => name!);
      // One of several programs may not use the class that reads it.
      return text.includes('JWT_SECRET') && (classes.length === 0 || classes.some((name) => built.has(name)));
    });
    return this.#env.JWT_SECRET && isAskedFor ? ['JWT_SECRET is not set: this run uses a random one.'] : [];
  }

  /** A program other than the chapter's own, which listens. */
  get #isCommand(): boolean {
    return this.#file !== undefined && this.#file !== 'main.ts';
  }

  #explainCommand(output: HeldOutput): void {
    const file = relativePaths(join(this.#src, this.#file!)).replaceAll('\\', '/');
    this.#print('');
    output.open();
    this.#print(`\nThis program does not listen: it is a command. Run it with: npx tsx ${file} …\nCtrl-C stops.`);
  }

  #explainFailure(error: unknown, held: HeldOutput): void {
    if (!(error instanceof ProgramFailed)) throw error;
    // A save, or Ctrl-C, has ended it.
    if (error.reason === 'killed') return;
    held.take();
    this.#print(`\n${renderFailureInColour(error.failure.explanation)}\n\nWaiting for the next save.`);
  }

  #explainEnd(program: Program): void {
    if (this.#stopped || program !== this.#program) return;
    this.#feed.program({ routes: [] });
    if (this.#isReplacing) return;
    const problem = program.hasEndedItself
      ? 'The program ended: something stopped the server, or called process.exit().'
      : 'The program crashed.';
    this.#print(`\n${pc.red(problem)} Waiting for the next save.`);
  }

  #showTypeErrors(program: Program, errors: string[]): void {
    if (this.#stopped || program !== this.#program || errors.length === 0) return;
    this.#print(`\n${typeErrorsView(errors)}`);
  }

  async #choosePort(): Promise<number> {
    const wanted = portFromEnvironment(3000);
    if (wanted === 0 || (await isFree(wanted))) return wanted;
    const port = await nextFree(wanted + 1);
    this.#print(pc.bold(`Port ${wanted} is taken by ${await holderOf(wanted)}. Using ${port} instead.`));
    return port;
  }
}

/** What a program prints. Held back while it starts, because a failed start shows it in another form. */
class HeldOutput {
  readonly #print: (text: string) => void;
  #held = '';
  #isOpen = false;

  constructor(print: (text: string) => void) {
    this.#print = print;
  }

  add(text: string): void {
    if (this.#isOpen) this.#print(text);
    else this.#held += text;
  }

  /** What was held back and not shown yet. */
  take(): string {
    const held = this.#held;
    this.#held = '';
    return held;
  }

  /** Prints what was held back, and from now on everything at once. */
  open(): void {
    this.#print(this.take());
    this.#isOpen = true;
  }
}
