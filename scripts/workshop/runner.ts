import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import pc from 'picocolors';
import { bannerOf } from './banner.ts';
import { type Chapter, root } from './chapters.ts';
import { holderOf, isFree, nextFree } from './ports.ts';
import { type AppDescription, Program, ProgramFailed } from './run/program.ts';
import { startupCause, startupOutput } from './run/startup-cause.ts';
import { prepareWarmProcess } from './run/warm-process.ts';
import { readFiles } from './starters.ts';
import { drawTrace, type TraceEvent } from './trace-lines.ts';
import { typeErrors } from './type-errors.ts';
import { watchFolder } from './watcher.ts';
import { Feed } from './xray/feed.ts';
import { SourcePlaces } from './xray/source-places.ts';

const mostDrawn = 10;

export interface RunnerOptions {
  chapter: Chapter;
  /** The learner's folder, or the solution's. */
  src: string;
  /** Its file in there, `main.ts` unless said otherwise. */
  program?: string;
  print(text: string): void;
}

/** Runs a chapter and starts it anew on each save. A crash of the learner's code never ends it: the next save may mend it. */
export class Runner {
  readonly #chapter: Chapter;
  readonly #src: string;
  readonly #file: string | undefined;
  readonly #print: (text: string) => void;
  readonly #env: Record<string, string>;
  readonly #repository: string;
  readonly #feed: Feed;
  #program: Program | undefined;
  #port = 0;
  #hasBanner = false;
  #unwatch: () => void = () => {};
  /** Saves that come while a restart is under way wait for it. */
  #turn: Promise<void> = Promise.resolve();
  #stopped = false;
  /** Ends the compiler, which nobody waits for then. */
  readonly #ending = new AbortController();
  #types: Promise<unknown> = Promise.resolve();

  constructor({ chapter, src, program, print }: RunnerOptions) {
    this.#chapter = chapter;
    this.#src = src;
    this.#file = program;
    this.#print = print;
    // `chapters/05-injection` and `solutions/05-injection/src` stand in the same repository, which a test has copied.
    this.#repository = join(chapter.folder, '..', '..');
    this.#feed = new Feed(this.#repository, chapter.slug);
    this.#env = { TRELLIS_TRACE: '1', ...(process.stderr.isTTY ? { TRELLIS_TERMINAL: '1' } : {}) };
    // An empty secret would make every token invalid, which is a lesson of chapter 09 and a nuisance in the others.
    if (!process.env.JWT_SECRET) this.#env.JWT_SECRET = randomBytes(32).toString('base64url');
  }

  async start(): Promise<void> {
    this.#port = await this.#choosePort();
    await this.#feed.open();
    this.#unwatch = watchFolder(this.#src, () => this.#restart());
    await this.#queue(() => this.#run());
  }

  /** Lets the program finish what it has begun, for a little longer than the framework itself would wait. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#ending.abort();
    this.#unwatch();
    await this.#turn;
    const late = setTimeout(() => this.#print(pc.dim('The program is not done yet. Ctrl-C once more ends it.')), 1_000);
    await this.#program?.stop(12_000);
    clearTimeout(late);
    await this.#types;
    this.#feed.close();
  }

  /** For those who cannot wait. */
  kill(): void {
    void this.#program?.kill();
  }

  #restart(): void {
    void this.#queue(async () => {
      if (this.#stopped) return;
      this.#print(pc.dim('\nSaved. Starting again …'));
      await this.#program?.stop();
      await this.#run();
    });
  }

  #queue(work: () => Promise<void>): Promise<void> {
    this.#turn = this.#turn.then(work);
    return this.#turn;
  }

  async #run(): Promise<void> {
    let isListening = false;
    let early = '';
    const program = new Program({
      src: this.#src,
      program: this.#file,
      env: { ...this.#env, PORT: String(this.#port) },
      onOutput: (text) => {
        if (isListening) this.#pass(text);
        else early += text;
      },
      onTraces: (traces, dropped) => this.#showTraces(places, traces, dropped),
    });
    this.#program = program;
    const places = new SourcePlaces(this.#src, this.#repository);
    const types = typeErrors(this.#src, this.#ending.signal);
    this.#types = types;
    try {
      const { url, routes, description } = await program.listening();
      isListening = true;
      const known = description.parts.flatMap(({ name, builtBy = name }) => {
        const place = places.ofClass(builtBy);
        return place === undefined ? [] : [[name, place] as const];
      });
      const chapter = this.#chapter.slug;
      this.#feed.program({ chapter, url, routes, description, places: Object.fromEntries(known) });
      this.#print(
        this.#hasBanner
          ? pc.green(`Listening on ${url}`)
          : bannerOf(this.#chapter, url, routes, this.#notes(description)),
      );
      this.#hasBanner = true;
      this.#pass(early);
      void program.exited().then((code) => this.#explainEnd(program, code));
    } catch (error) {
      if (this.#isCommand && program.hasExited && (await program.exited()) === 0) this.#explainCommand(early);
      else this.#explainFailure(error);
    }
    prepareWarmProcess();
    void types.then((errors) => this.#showTypeErrors(program, errors));
  }

  /** A program under load would fill the terminal for minutes: of a batch, the last ones are drawn. */
  #showTraces(places: SourcePlaces, traces: TraceEvent[], dropped: number): void {
    this.#feed.traces(
      traces.map((trace) => places.locate(trace)),
      dropped,
    );
    const drawn = traces.slice(-mostDrawn);
    const more = traces.length - drawn.length + dropped;
    if (more > 0) this.#print(pc.dim(`… ${more} more requests`));
    for (const trace of drawn) this.#print(drawTrace(trace));
  }

  /** What the program says goes on to the terminal, but for the line that the banner has said already. */
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
      // One of several programs may do without the class that needs it.
      return text.includes('JWT_SECRET') && (classes.length === 0 || classes.some((name) => built.has(name)));
    });
    return this.#env.JWT_SECRET && isAskedFor ? ['JWT_SECRET is not set: this run uses a random one.'] : [];
  }

  /** One of the programs beside the chapter's own, which listens. */
  get #isCommand(): boolean {
    return this.#file !== undefined && this.#file !== 'main.ts';
  }

  #explainCommand(output: string): void {
    const file = relativePaths(join(this.#src, this.#file!)).replaceAll('\\', '/');
    this.#print(`\n${output.trimEnd()}\n`);
    this.#print(`This program does not listen: it is a command. Run it with: npx tsx ${file} …\nCtrl-C stops.`);
  }

  #explainFailure(error: unknown): void {
    const output = error instanceof ProgramFailed ? error.output : String(error);
    const message = error instanceof Error ? error.message : 'The program did not start.';
    this.#print(`\n${pc.red(message)}\n\n${startupOutput(relativePaths(output))}\n`);
    this.#print(`Likely cause: ${startupCause(output)}\nWaiting for the next save.`);
  }

  #explainEnd(program: Program, code: number | null): void {
    if (this.#stopped || program !== this.#program) return;
    this.#feed.program({ chapter: this.#chapter.slug, routes: [], places: {} });
    if (code === 0) return;
    this.#print(`\n${pc.red('The program crashed.')} Waiting for the next save.`);
  }

  #showTypeErrors(program: Program, errors: string[]): void {
    if (this.#stopped || program !== this.#program || errors.length === 0) return;
    this.#print([pc.yellow('\nThe compiler has doubts:'), ...errors.map((line) => `  ${line}`)].join('\n'));
  }

  async #choosePort(): Promise<number> {
    const wanted = Number(process.env.PORT || 3000);
    if (!Number.isInteger(wanted) || wanted < 0 || wanted > 65_535) {
      throw new Error(`PORT is "${process.env.PORT}". A port is an integer from 0 to 65535.`);
    }
    if (wanted === 0 || (await isFree(wanted))) return wanted;
    const port = await nextFree(wanted + 1);
    this.#print(pc.yellow(`Port ${wanted} is taken by ${await holderOf(wanted)}. Using ${port} instead.`));
    return port;
  }
}

/** `chapters/01-hello-route/src/main.ts` is easier to read than the way there from the root of the disk. */
function relativePaths(output: string): string {
  return output.replaceAll(`file://${root}`, root).replaceAll(`${root}/`, '').replaceAll(`${root}\\`, '');
}
