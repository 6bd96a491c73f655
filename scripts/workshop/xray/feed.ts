import { readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Chapter } from '../chapters.ts';
import type { AppDescription, ListedRoute } from '../run/listening.ts';
import { newSecret, writePrivate } from '../secret.ts';
import { returnGreeting } from './handshake.ts';
import type { TraceEvent } from './trace-event.ts';

/** What `.workshop/xray.json` says about the chapter that runs: where its feed is, and where its program listens. */
export interface FeedAddress {
  readonly port: number;
  /** Only a program that can read the file may listen: neither a web page nor another user of this machine can. */
  readonly token: string;
  /** The process of `npm run chapter`: a killed one leaves its file behind. */
  readonly pid: number;
  readonly chapter: string;
  /** The folder with its source: `npm run solution` runs a different one from `npm run chapter`. */
  readonly src: string;
  /** Undefined while no program listens. */
  readonly url?: string;
  /** Where it listens, or listened until the last save. Its next run will usually be there again. */
  readonly lastUrl?: string;
}

/** The running program; `url` is undefined while none listens. */
export interface RunningProgram {
  readonly chapter: string;
  readonly url?: string;
  readonly routes: readonly ListedRoute[];
  readonly description?: AppDescription;
  /** The folder with its source. */
  readonly src: string;
  /** What opens its metrics, for the dashboard. Never shown. */
  readonly metricsToken?: string;
}

/** One line of the feed. */
export type FeedEvent =
  | { readonly type: 'program'; readonly program: RunningProgram }
  | { readonly type: 'traces'; readonly traces: readonly TraceEvent[]; readonly dropped: number }
  /** All requests that run now. */
  | { readonly type: 'running'; readonly traces: readonly TraceEvent[] };

/** More than a page can show. */
export const mostKept = 200;
/** A listener with this many unread bytes gets no more until it has read them. */
const mostUnread = 4_000_000;

export function feedFile(repository: string): string {
  return join(repository, '.workshop', 'xray.json');
}

/** Undefined if no chapter runs. */
export function readAddress(file: string): FeedAddress | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as FeedAddress;
  } catch {
    return undefined;
  }
}

/** Where the learner's chapter listens, if `npm run chapter` runs it in another terminal. */
export function runningUrl(chapter: Chapter): string | undefined {
  return addressOf(chapter)?.url;
}

/** The same, while a save restarts it: for commands that somebody will paste a moment later. */
export function lastUrl(chapter: Chapter): string | undefined {
  return addressOf(chapter)?.lastUrl;
}

function addressOf({ folder, slug, solution }: Chapter): FeedAddress | undefined {
  const address = readAddress(feedFile(join(folder, '..', '..')));
  if (address?.chapter !== slug || address.src === solution) return undefined;
  try {
    process.kill(address.pid, 0);
    return address;
  } catch {
    return undefined;
  }
}

/**
 * Reports what the running chapter does, as server-sent events on its own port, on loopback only. A foreign web page must
 * not get in by a host name that resolves to this machine (DNS rebinding), so the Host header must be ours, and the client
 * must know the token.
 */
export class Feed {
  readonly #file: string;
  readonly #token = newSecret();
  readonly #server: Server;
  readonly #listeners = new Map<ServerResponse, { dropped: number }>();
  #program: RunningProgram;
  #lastUrl: string | undefined;
  #kept: TraceEvent[] = [];
  #running: readonly TraceEvent[] = [];
  #lookout: NodeJS.Timeout | undefined;

  constructor(repository: string, chapter: string, src: string) {
    this.#file = feedFile(repository);
    this.#program = { chapter, src, routes: [] };
    this.#server = createServer((request, response) => this.#answer(request, response));
    // It must not keep the process alive.
    this.#server.unref();
  }

  async open(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject).listen(0, '127.0.0.1', resolve);
    });
    this.#announce();
    // A chapter in another terminal has taken the file over, and removed it when it ended.
    this.#lookout = setInterval(() => readAddress(this.#file) ?? this.#announce(), 1_000).unref();
  }

  /** Another chapter may have started in another terminal: then the file belongs to it. */
  close(): void {
    clearInterval(this.#lookout);
    if (this.#isAnnounced()) rmSync(this.#file, { force: true });
    for (const listener of this.#listeners.keys()) listener.end();
    this.#server.close();
    this.#server.closeAllConnections();
  }

  /** The program listens, or has ended. The requests of the one before are forgotten. */
  program(state: Omit<RunningProgram, 'chapter' | 'src'>): void {
    const { chapter, src } = this.#program;
    this.#program = { chapter, src, ...state };
    this.#lastUrl = state.url ?? this.#lastUrl;
    if (state.url !== undefined) this.#kept = [];
    this.#running = [];
    // The chapter that was saved last is the one to show.
    if (state.url !== undefined || this.#isAnnounced()) this.#announce();
    for (const listener of this.#listeners.keys()) this.#write(listener, { type: 'program', program: this.#program });
  }

  traces(traces: readonly TraceEvent[], dropped: number): void {
    // Of two chapters in two terminals, the one that was used last is shown.
    if (!this.#isAnnounced()) this.#announce();
    this.#kept = [...this.#kept, ...traces].slice(-mostKept);
    for (const listener of this.#listeners.keys()) this.#write(listener, { type: 'traces', traces, dropped });
  }

  /** What runs now, in place of what ran before. */
  running(traces: readonly TraceEvent[]): void {
    this.#running = traces;
    for (const listener of this.#listeners.keys()) this.#write(listener, { type: 'running', traces });
  }

  /** Writes the file that leads to this feed. */
  #announce(): void {
    const { port } = this.#server.address() as AddressInfo;
    const { chapter, src, url } = this.#program;
    const run = { chapter, src, url, lastUrl: this.#lastUrl };
    const address: FeedAddress = { port, token: this.#token, pid: process.pid, ...run };
    try {
      writePrivate(this.#file, JSON.stringify(address));
    } catch {
      // The disk is full, or the folder is read-only. The chapter runs without X-ray then.
    }
  }

  #isAnnounced(): boolean {
    return readAddress(this.#file)?.token === this.#token;
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const { port } = this.#server.address() as AddressInfo;
    const isOurs = [`127.0.0.1:${port}`, `localhost:${port}`].includes(request.headers.host ?? '');
    const proof = returnGreeting(request.headers.authorization, this.#token);
    if (!isOurs || proof === undefined || request.url !== '/') {
      response.writeHead(isOurs ? 401 : 403).end();
      return;
    }
    response.writeHead(200, { ...proof, 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    this.#listeners.set(response, { dropped: 0 });
    response.once('close', () => this.#listeners.delete(response));
    this.#write(response, { type: 'program', program: this.#program });
    this.#write(response, { type: 'traces', traces: this.#kept, dropped: 0 });
    if (this.#running.length > 0) this.#write(response, { type: 'running', traces: this.#running });
  }

  /** A listener that doesn't read misses traces, and is told how many: nothing piles up here. */
  #write(listener: ServerResponse, event: FeedEvent): void {
    const state = this.#listeners.get(listener);
    if (state === undefined) return;
    if (event.type !== 'program' && listener.writableLength > mostUnread) {
      if (event.type === 'traces') state.dropped += event.traces.length + event.dropped;
      return;
    }
    const told = event.type === 'traces' ? { ...event, dropped: event.dropped + state.dropped } : event;
    if (event.type === 'traces') state.dropped = 0;
    listener.write(`data: ${JSON.stringify(told)}\n\n`);
  }
}
