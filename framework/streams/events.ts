import { AsyncResource } from 'node:async_hooks';
import { Readable } from 'node:stream';

/** One server-sent event. */
export interface ServerSentEvent {
  /** A string is sent as it is, everything else as JSON. */
  readonly data: unknown;
  /** The name under which a page listens for it; `message` if there is none. */
  readonly event?: string;
  /** The browser sends the last one back as `Last-Event-ID` when it connects again. */
  readonly id?: string;
  /** How many milliseconds the browser waits before it connects again. */
  readonly retry?: number;
}

/** One client that listens. */
export interface Subscription {
  /** The id of the last event that this client has received; empty on its first connection. */
  readonly lastEventId: string;
  /** Aborts when the client disconnects or the server shuts down: pass it to whatever the source waits for. */
  readonly signal: AbortSignal;
}

/** Opens the source of the events for one client. It is called when the response starts. */
export type EventSourceOf = (subscription: Subscription) => AsyncIterable<ServerSentEvent>;

export interface EventsOptions {
  /** Milliseconds between two comments that keep proxies from closing a quiet connection. 15 seconds by default. */
  heartbeat?: number;
}

/** After so many events, other work gets a turn. */
const asksPerTurn = 32;

/** nginx would collect the events and pass them on in blocks, without the last one. */
export const eventHeaders = [
  ['content-type', 'text/event-stream'],
  ['cache-control', 'no-store'],
  ['x-accel-buffering', 'no'],
] as const;

/**
 * Server-sent events as a stream. It asks the source for the next event when the client has read the last one, so a slow
 * client slows its source down and doesn't fill up memory.
 */
export class EventStream extends Readable {
  readonly #open: EventSourceOf;
  readonly #lastEventId: string;
  readonly #stopping: AbortSignal;
  readonly #heartbeat: number;
  readonly #over = new AbortController();
  /** In the scope of the handler, because it may run the `finally` of the source. */
  readonly #stop = AsyncResource.bind(() => this.#finish());
  #source: AsyncIterator<ServerSentEvent> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isWaiting = false;
  #asked = 0;

  constructor(open: EventSourceOf, lastEventId: string, stopping: AbortSignal, options: EventsOptions = {}) {
    // One event is enough to keep in advance.
    super({ highWaterMark: 1 });
    this.#open = open;
    this.#lastEventId = lastEventId;
    this.#stopping = stopping;
    this.#heartbeat = options.heartbeat ?? 15_000;
  }

  override _read(): void {
    if (this.#isWaiting || this.#over.signal.aborted) return;
    if (this.#source === undefined && !this.#start()) return;
    this.#isWaiting = true;
    // A source that never waits, such as one that repeats what a client has missed, must not keep all other requests waiting.
    if (++this.#asked % asksPerTurn === 0) setImmediate(() => this.#ask());
    else this.#ask();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#stopping.removeEventListener('abort', this.#stop);
    clearInterval(this.#timer);
    this.#close();
    done(error);
  }

  /** Returns false if the server is shutting down: the client should connect to another process. */
  #start(): boolean {
    if (this.#stopping.aborted) {
      this.#finish();
      return false;
    }
    this.#stopping.addEventListener('abort', this.#stop);
    this.#timer = setInterval(() => this.#beat(), this.#heartbeat).unref();
    const subscription = { lastEventId: this.#lastEventId, signal: this.#over.signal };
    this.#source = this.#open(subscription)[Symbol.asyncIterator]();
    // Sends the headers: the browser reports the connection as open.
    this.push(comment);
    return true;
  }

  #ask(): void {
    this.#source!.next().then(
      (result) => this.#deliver(result),
      // Once the signal has aborted, whatever the source was waiting for may fail, and nobody needs to know.
      (error: Error) => this.#over.signal.aborted || this.destroy(error),
    );
  }

  /** Not while the client is behind: it has enough to read. */
  #beat(): void {
    if (this.#isWaiting && !this.#over.signal.aborted) this.push(comment);
  }

  #deliver(result: IteratorResult<ServerSentEvent>): void {
    this.#isWaiting = false;
    if (this.#over.signal.aborted) return;
    if (result.done) return void this.#finish();
    try {
      this.push(formatEvent(result.value));
    } catch (error) {
      this.destroy(error as Error);
    }
  }

  #finish(): void {
    this.#close();
    this.push(null);
  }

  /** Not only when the stream is destroyed: if the client reads nothing, that happens after the services have stopped. */
  #close(): void {
    this.#over.abort();
    // A generator that is waiting at a `yield` runs its `finally` now.
    this.#source?.return?.().then(undefined, () => {});
  }
}

const comment = ':\n\n';

/** The wire format: one line per field, and one for each line of the data. */
export function formatEvent({ data, event, id, retry }: ServerSentEvent): string {
  const text = typeof data === 'string' ? data : JSON.stringify(data);
  if (text === undefined) throw new TypeError(`The data of an event has no JSON form: it is of type ${typeof data}.`);
  const fields = Object.entries({ event, id, retry }).filter(([, value]) => value !== undefined);
  const lines = fields.map(([name, value]) => `${name}: ${oneLine(name, String(value))}`);
  lines.push(...text.split(/\r\n|\r|\n/).map((line) => `data: ${line}`));
  return `${lines.join('\n')}\n\n`;
}

/** A line break in it could forge another event. */
function oneLine(name: string, value: string): string {
  if (/[\r\n\0]/.test(value)) throw new TypeError(`The ${name} of an event must be a single line.`);
  return value;
}
