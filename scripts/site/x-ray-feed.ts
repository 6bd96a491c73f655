import { unwatchFile, watchFile } from 'node:fs';
import { type ClientRequest, get } from 'node:http';
import type { Readable } from 'node:stream';
import { inject } from 'trellis';
import { sentHeader } from '../workshop/send-request.ts';
import {
  type FeedAddress,
  type FeedEvent,
  feedFile,
  mostKept,
  type RunningProgram,
  readAddress,
} from '../workshop/xray/feed.ts';
import { greet } from '../workshop/xray/handshake.ts';
import type { TraceEvent } from '../workshop/xray/trace-event.ts';
import { Site } from './site.ts';
import { type LocatedProgram, SourcePlaces } from './source-places.ts';
import { OpenPages } from './x-ray-pages.ts';
import { summaryOf } from './x-ray-summary.ts';
import { type KeptTrace, rowView } from './x-ray-view.ts';

export interface Expected {
  within(milliseconds: number): Promise<KeptTrace | undefined>;
  forget(): void;
}

/**
 * Listens to the chapter that runs in another terminal (see workshop/xray/feed.ts), keeps its last requests, and tells
 * open pages of each.
 */
export class XrayFeed {
  @inject(Site) private readonly site!: Site;
  readonly #pages = new OpenPages();
  #running: readonly KeptTrace[] = [];
  readonly #awaited = new Map<string, (trace: KeptTrace | undefined) => void>();
  #request: ClientRequest | undefined;
  #address = '';
  #kept: KeptTrace[] = [];
  /** Of the runs before: a page that shows one may be loaded again. */
  #past: KeptTrace[] = [];
  #dropped = 0;
  #runs = 0;
  #program: RunningProgram | undefined;
  #places = new SourcePlaces('');
  #retry: NodeJS.Timeout | undefined;
  readonly #look = () => this.#connect();

  onStart(): void {
    // By polling, as for the progress: the file comes and goes.
    watchFile(this.#file(), { interval: 250, persistent: false }, this.#look);
    this.#connect();
  }

  onStop(): void {
    unwatchFile(this.#file(), this.#look);
    clearTimeout(this.#retry);
    // Forgotten before it is destroyed: a lost connection would otherwise be retried.
    const request = this.#request;
    this.#request = undefined;
    request?.destroy();
    this.#pages.end();
    for (const settle of this.#awaited.values()) settle(undefined);
  }

  /** The program that listens now. */
  get program(): LocatedProgram | undefined {
    const { url, description } = this.#program ?? {};
    if (this.#program === undefined || url === undefined) return undefined;
    return { ...this.#program, url, places: description ? this.#places.ofParts(description) : {} };
  }

  /** The program that was started, even if it doesn't listen. */
  get started(): RunningProgram | undefined {
    return this.#program;
  }

  /** The chapter that was started, whether its program listens or waits for a fix. */
  get chapter(): string | undefined {
    return this.#program?.chapter;
  }

  /** Newest first. */
  get traces(): readonly KeptTrace[] {
    return [...this.#kept].reverse();
  }

  /** What runs now, the newest first. */
  get running(): readonly KeptTrace[] {
    return this.#running.toReversed();
  }

  /** How many traces the program could not send. */
  get dropped(): number {
    return this.#dropped;
  }

  trace(key: string): KeptTrace | undefined {
    return [...this.#kept, ...this.#past, ...this.#running].find((trace) => trace.key === key);
  }

  /** The trace of a request that was sent with this mark. It arrives shortly after the response. */
  async sent(mark: string): Promise<KeptTrace | undefined> {
    const kept = [...this.#kept, ...this.#past].find((trace) => trace.mark === mark);
    if (kept !== undefined || this.program === undefined) return kept;
    const expected = this.expect(mark);
    const trace = await expected.within(1_000);
    expected.forget();
    return trace;
  }

  /** Whether a trace is of a program that has been replaced since. */
  isPast({ key }: KeptTrace): boolean {
    return !key.startsWith(`${this.#runs}-`);
  }

  /** Empties the list of every page. The address of a request still leads to it. */
  clear(): void {
    this.#past = [...this.#past, ...this.#kept].slice(-mostKept);
    this.#kept = [];
    this.#dropped = 0;
    this.#pages.forget();
    this.#pages.tell('cleared', {});
  }

  /** Which run of which program this is: after a save, it is a new one. */
  get run(): string {
    return String(this.#runs);
  }

  /** The trace of a request that is about to be sent with this mark. Undefined if it does not come in time. */
  expect(mark: string): Expected {
    const traced = new Promise<KeptTrace | undefined>((resolve) => this.#awaited.set(mark, resolve));
    return {
      within: (milliseconds) => {
        const timer = setTimeout(() => this.#awaited.get(mark)?.(undefined), milliseconds);
        return traced.finally(() => clearTimeout(timer));
      },
      forget: () => this.#awaited.delete(mark),
    };
  }

  /** Server-sent events for one page: `rows` of the list, `running` requests, and `program` when another one listens. */
  open(): Readable {
    // Also what came between the page and this stream; a page knows what it has already.
    return this.#pages.open(this.#kept.map(rowText), { program: this.#state(), running: this.#runningRows() });
  }

  #file(): string {
    return feedFile(this.site.repository);
  }

  #connect(): void {
    clearTimeout(this.#retry);
    const address = readAddress(this.#file());
    const key = address === undefined ? '' : `${address.port} ${address.token}`;
    if (key === this.#address) return;
    this.#address = key;
    this.#request?.destroy();
    this.#request = undefined;
    if (address === undefined) this.#lose();
    else this.#listen(address);
  }

  #listen({ port, token }: FeedAddress): void {
    const greeting = greet(token);
    const request = get({ host: '127.0.0.1', port, agent: false, headers: { ...greeting.headers } });
    this.#request = request;
    const lost = () => {
      if (request !== this.#request) return;
      this.#lose();
      // A workshop that was killed leaves its file behind; one that is running responds to the next attempt.
      this.#retry = setTimeout(() => {
        this.#address = '';
        this.#connect();
      }, 1_000).unref();
    };
    request.once('error', lost);
    request.once('response', (response) => {
      response.once('close', lost);
      if (!greeting.isReturned(response.headers)) return void response.destroy();
      let rest = '';
      response.setEncoding('utf8').on('data', (text: string) => {
        const messages = (rest + text).split('\n\n');
        rest = messages.pop() ?? '';
        for (const message of messages) this.#hear(JSON.parse(message.slice('data: '.length)) as FeedEvent);
      });
    });
  }

  #lose(): void {
    if (this.#program === undefined) return;
    this.#program = undefined;
    this.#running = [];
    this.#tellProgram();
  }

  #hear(event: FeedEvent): void {
    if (event.type === 'program') {
      this.#program = event.program;
      this.#places = new SourcePlaces(event.program.src, this.site.repository);
      // A program that was restarted counts from one again.
      if (event.program.url !== undefined) {
        this.#runs++;
        this.#past = [...this.#past, ...this.#kept].slice(-mostKept);
        this.#kept = [];
        this.#running = [];
        this.#dropped = 0;
        this.#pages.forget();
      }
      this.#tellProgram();
      return;
    }
    if (event.type === 'running') {
      this.#running = event.traces.map((trace) => this.#claim(this.#framed(this.#places.locate(trace))));
      this.#pages.tell('running', this.#runningRows());
      return;
    }
    this.#dropped += event.dropped;
    const traces = event.traces.map((trace) => this.#claim(this.#framed(this.#places.locate(trace))));
    this.#kept = [...this.#kept, ...traces].slice(-mostKept);
    this.#pages.add(traces.map(rowText), event.dropped);
  }

  /** With the key of its address, and the lines that decided it. */
  #framed(trace: TraceEvent): KeptTrace {
    const { step, message } = summaryOf(trace);
    const frame = step && this.#places.frameOf(step, message);
    const steps = trace.steps.map((each) => (each === step && frame ? { ...each, frame } : each));
    return { ...trace, steps, key: `${this.#runs}-${trace.id}` };
  }

  /** Hands the trace to the sender that waits for it; our own mark isn't part of what was sent. */
  #claim(trace: KeptTrace): KeptTrace {
    const { [sentHeader]: mark, ...headers } = trace.request.headers;
    if (mark === undefined) return trace;
    const claimed = { ...trace, mark, request: { ...trace.request, headers } };
    // After it was kept, so that it can be looked at.
    if (!trace.isRunning) setImmediate(() => this.#awaited.get(mark)?.(claimed));
    return claimed;
  }

  #state(): object {
    return { chapter: this.chapter ?? null, url: this.program?.url ?? null, run: this.run };
  }

  #runningRows(): object {
    return { rows: this.running.map(rowText) };
  }

  #tellProgram(): void {
    this.#pages.tell('program', this.#state());
  }
}

function rowText(trace: KeptTrace): string {
  return rowView(trace).toString();
}
