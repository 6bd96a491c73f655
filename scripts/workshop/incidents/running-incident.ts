import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderFailureInColour } from '../failure-in-colour.ts';
import { Program } from '../run/program.ts';
import { ProgramFailed } from '../run/program-failed.ts';
import { watchFolder } from '../watcher.ts';
import { Feed } from '../xray/feed.ts';
import { type Board, frameItems, type Item, type ItemKind, logItems, metricItems, statementItems } from './board.ts';
import { FolderLock } from './folder-lock.ts';
import { complaintItems, queryItem, trailItem } from './found.ts';
import { heapItems, readSnapshot } from './heap.ts';
import type { Staged } from './incident.ts';
import { readPlan, readProfile, readRows, readStatements, writeSnapshot } from './instrumented.ts';
import { Journal } from './journal.ts';
import { growth, type Sample, scrape } from './samples.ts';
import { metricsToken, type Stage } from './stage.ts';
import { type Experience, Traffic } from './traffic.ts';

export interface RunningOptions {
  /** The learner's folder. */
  src: string;
  stage: Stage;
  port: number;
  /** The repository that the program belongs to. */
  repository: string;
  /** For its log and its profiles; `.workshop/incidents/NAME` by default. */
  folder?: string;
  print(text: string): void;
}

/** The most lines of the log that are looked at. */
const mostLines = 20_000;

/** A blog in trouble: the learner's program, with its users. A save restarts the program, and the users stay. */
export class RunningIncident {
  /** The folder for its log and its profiles. */
  readonly folder: string;
  readonly journal: Journal;
  readonly #incident: Staged;
  readonly #options: RunningOptions;
  readonly #feed: Feed;
  #lock: FolderLock | undefined;
  #program: Program | undefined;
  #traffic: Traffic | undefined;
  #unwatch = () => {};
  #lines: string[] = [];
  #half = '';
  #board: Item[] = [];
  #scraped: { samples: Sample[]; at: number } | undefined;
  #counted: Sample[] = [];
  /** When the program of the last save began to respond. */
  #restarted: number | undefined;
  #turn: Promise<void> = Promise.resolve();
  #isOver = false;

  constructor(incident: Staged, options: RunningOptions) {
    this.#incident = incident;
    this.#options = options;
    this.#feed = new Feed(options.repository, incident.chapter, options.src);
    this.folder = options.folder ?? join(options.repository, '.workshop', 'incidents', incident.name);
    this.journal = new Journal(join(this.folder, 'journal.json'));
  }

  get url(): string {
    return `http://localhost:${this.#options.port}`;
  }

  get logFile(): string {
    return join(this.folder, 'log.jsonl');
  }

  /** All that the instruments have shown so far, the latest of each. */
  get board(): Board {
    return this.#board;
  }

  async start(): Promise<void> {
    mkdirSync(this.folder, { recursive: true });
    this.#lock = FolderLock.take(this.folder);
    writeFileSync(this.logFile, '');
    await this.#feed.open();
    await this.#run();
    this.#unwatch = watchFolder(this.#options.src, () => {
      this.#turn = this.#turn.then(() => this.#restart());
    });
    this.#welcome();
  }

  /** Does the work while nobody uses the blog. After that, the users come back. */
  async quietly<T>(work: () => Promise<T>): Promise<T> {
    await this.#traffic?.stop();
    try {
      return await work();
    } finally {
      if (!this.#isOver) this.#welcome();
    }
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    this.#unwatch();
    await this.#turn;
    await this.#traffic?.stop();
    await this.#program?.stop();
    this.#feed.close();
    this.#lock?.release();
  }

  /** What the users saw in the last seconds. */
  experience(seconds = 15): Experience[] {
    return this.#traffic?.experience(seconds * 1_000) ?? [];
  }

  /** The program's metrics since the last time somebody looked, or since it started. */
  async metrics(): Promise<Item[]> {
    this.#running();
    if (this.#scraped === undefined) {
      await this.#scrape();
      await new Promise((resolve) => setTimeout(resolve, 2_000));
    }
    const before = this.#scraped;
    const after = await this.#scrape();
    if (before === undefined || after === undefined) return [];
    return this.#show(
      'metric',
      metricItems({ before: before.samples, after: after.samples, seconds: (after.at - before.at) / 1_000 }),
    );
  }

  /** The statements since the last time somebody looked. */
  async statements(): Promise<Item[]> {
    const now = await this.#scraping();
    // A blocked program responds too late. Without the number of requests, nobody can say how often a statement runs for each of them.
    if (now === undefined) return [];
    const requests = growth(this.#counted, now.samples, 'http_requests_total');
    this.#counted = now.samples;
    // The plans belong to the statements that were shown before.
    this.#show('plan', []);
    return this.#show('statement', statementItems(await readStatements(this.#running()), requests));
  }

  /** How the database carries out a statement of the board: `P1` for `S1`. */
  async plan(statement: Item): Promise<{ id: string; lines: string[] }> {
    const lines = await readPlan(this.#running(), statement.text);
    const id = statement.id.replace('S', 'P');
    const others = this.#board.filter((item) => item.kind === 'plan' && item.id !== id);
    this.#show('plan', [...others, { id, kind: 'plan', text: lines.join('; '), values: { steps: lines.length } }]);
    return { id, lines };
  }

  /** The file, for DevTools, and the functions that took most time. */
  async profile(seconds: number): Promise<{ file: string; items: Item[] }> {
    const profile = await readProfile(this.#running(), seconds * 1_000);
    const file = join(this.folder, `profile-${Date.now()}.cpuprofile`);
    writeFileSync(file, JSON.stringify(profile));
    return { file, items: this.#show('frame', frameItems(profile)) };
  }

  /** Two heap snapshots, for DevTools, and what was added between them. `pause` is for how long the second one blocked the program. */
  async heap(seconds: number): Promise<{ files: string[]; pause: number; items: Item[] }> {
    const program = this.#running();
    const files = ['before', 'after'].map((name) => join(this.folder, `${name}-${Date.now()}.heapsnapshot`));
    await writeSnapshot(program, files[0]!);
    await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
    const pause = await writeSnapshot(program, files[1]!);
    const items = heapItems(readSnapshot(files[0]!), readSnapshot(files[1]!));
    return { files, pause, items: this.#show('heap', items) };
  }

  /** The lines of the log since the start, grouped. */
  log(): Item[] {
    return this.#show('log', logItems(this.#lines));
  }

  /** What users have written to us, the newest first. */
  complaints(): Item[] {
    return this.#show('complaint', complaintItems(this.#traffic?.complaints ?? [], this.#restarted));
  }

  /** All lines with this value, in the program's log and in those of other services: `T1`, `T2` … */
  follow(value: string): Item {
    const others = this.#options.stage.outside?.log?.();
    return this.#append('trail', (number) => trailItem(`T${number}`, value, this.#lines, others));
  }

  /** What a select finds in the database: `Q1`, `Q2` … */
  async query(sql: string): Promise<Item> {
    const rows = await readRows(this.#running(), sql);
    return this.#append('query', (number) => queryItem(`Q${number}`, sql, rows));
  }

  /** The last lines of the log that have all of these words. */
  linesWith(words: readonly string[], count = 12): Item[] {
    const lines = this.#lines.filter((line) => words.every((word) => line.includes(word))).slice(-count);
    const items = lines.map((text, index) => ({ id: `K${index + 1}`, kind: 'line' as const, text, values: {} }));
    return this.#show('line', items);
  }

  /** Nothing that was shown before can be pointed at any more. */
  forget(): void {
    this.#board = [];
  }

  #show(kind: ItemKind, items: Item[]): Item[] {
    this.#board = [...this.#board.filter((item) => item.kind !== kind), ...items];
    return items;
  }

  /** Beside the others of its kind, because one look often leads to the next. */
  #append(kind: ItemKind, itemOf: (number: number) => Item): Item {
    const known = this.#board.filter((item) => item.kind === kind);
    const item = itemOf(known.length + 1);
    this.#show(kind, [...known, item]);
    return item;
  }

  #welcome(): void {
    this.#traffic = new Traffic(this.url.replace('localhost', '127.0.0.1'), this.#incident.users);
  }

  /** Where the next look at the metrics begins. */
  async #scrape(): Promise<{ samples: Sample[]; at: number } | undefined> {
    this.#scraped = await this.#scraping();
    return this.#scraped;
  }

  async #scraping(): Promise<{ samples: Sample[]; at: number } | undefined> {
    const samples = await scrape(this.url, metricsToken);
    return samples && { samples, at: performance.now() };
  }

  #running(): Program {
    if (this.#program === undefined || this.#program.hasExited) throw new Error('The program is not running.');
    return this.#program;
  }

  async #run(): Promise<void> {
    const { src, stage, port, print } = this.#options;
    const program = new Program({
      src,
      program: 'api.ts',
      env: { ...stage.env, TRELLIS_TRACE: '1', PORT: String(port) },
      onOutput: (text) => this.#keep(text),
      onTraces: (traces, dropped) => this.#feed.traces(traces, dropped),
    });
    this.#program = program;
    try {
      const { url, routes, description } = await program.listening();
      this.#feed.program({ url, routes, description, metricsToken });
      await this.#scrape();
    } catch (error) {
      if (!(error instanceof ProgramFailed)) throw error;
      // The next save, or the end of the incident, has stopped it.
      if (error.reason === 'killed') return;
      print(`\n${renderFailureInColour(error.failure.explanation)}\n\nThe users stay. Waiting for the next save.`);
    }
  }

  async #restart(): Promise<void> {
    this.journal.add({ kind: 'restart', text: 'a save restarted the blog', at: Date.now() });
    this.#options.print('Saved. The program starts again, and the users are still there.');
    await this.#program?.stop();
    this.forget();
    this.#counted = [];
    this.#scraped = undefined;
    await this.#run();
    this.#restarted = Date.now();
  }

  #keep(text: string): void {
    appendFileSync(this.logFile, text);
    const lines = (this.#half + text).split('\n');
    this.#half = lines.pop() ?? '';
    this.#lines = [...this.#lines, ...lines].slice(-mostLines);
  }
}
