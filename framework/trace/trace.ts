import { AsyncLocalStorage } from 'node:async_hooks';
import { channel } from 'node:diagnostics_channel';
import { maskAll, maskHeaders, maskJson, maskPath, maskText, summaryOf } from './masks.ts';

/** One `RequestTrace` per answered request. Without a subscriber nothing is recorded, and nothing is allocated. */
export const requests = channel('trellis:request');

/** `{ url, app }`, when a server has opened its port. */
export const listening = channel('trellis:listening');

/** How the path found its route. */
export interface Resolution {
  readonly path: string;
  readonly kind: 'exact' | 'pattern' | 'wildcard';
  readonly cached: boolean;
  readonly params: Readonly<Record<string, string>>;
  /** `PostsController.show` */
  readonly handler: string;
}

/** A route that might have answered, and why it did or did not. */
export interface Candidate {
  readonly method: string;
  readonly path: string;
  readonly handler: string;
  readonly kind: Resolution['kind'];
  readonly won: boolean;
  readonly reason: string;
}

/** The routes that came near, in the order in which they are asked, and how many others there are. */
export interface Tried {
  readonly routes: readonly Candidate[];
  readonly others: number;
}

/** One station of the trip. `at` is counted from the request's start; both are milliseconds. */
export interface Step {
  readonly kind: 'middleware' | 'handler' | 'bind' | 'set' | 'query' | 'serialize';
  readonly name: string;
  /** How many layers stand around it: what happens inside the handler is one deeper than the handler. */
  readonly depth: number;
  readonly at: number;
  ms: number;
  /** `passed on`: an error from further in went through it. None on a layer: it was not done when the answer went out. */
  outcome?: 'continued' | 'stopped' | 'returned' | 'accepted' | 'refused' | 'threw' | 'passed on';
  /** What a reader should know: the rule that refused a field, the mistake that lost an answer. */
  note?: string;
  /** What was put into the context, in short. */
  value?: string;
  /** Rows that a query gave or changed. */
  rows?: number;
}

/** What the client was sent. */
export interface TracedAnswer {
  readonly headers: Readonly<Record<string, string>>;
  /** In bytes; unknown for a stream. */
  readonly size?: number;
  /** The beginning of it, where it is JSON or text. */
  readonly body?: string;
}

/** What stands in the context when the answer goes out. The trace knows no other file, so it says what it needs. */
interface Answer {
  readonly body: unknown;
  readonly contentType: string;
  readonly headers: Readonly<Record<string, unknown>> | undefined;
}

interface Received {
  readonly incoming: { readonly headers: Readonly<Record<string, unknown>> };
  queries(): Readonly<Record<string, string>>;
}

interface QueryEvent {
  readonly sql: string;
  readonly ms: number;
  readonly rows?: number;
  readonly error?: Error;
}

/** However a handler loops, a trace stays small. */
const mostSteps = 200;

/**
 * The trip of one request, as the trace channel publishes it: plain data, which may be sent elsewhere as JSON. Secrets are
 * masked on the way in, so that nobody who listens can pass them on.
 */
export class RequestTrace {
  static #count = 0;
  readonly id = ++RequestTrace.#count;
  readonly startedAt = new Date().toISOString();
  readonly method: string;
  /** As the router saw it; the target as it came, where that was malformed. */
  readonly path: string;
  request: { query: Record<string, string>; headers: Record<string, string> } = { query: {}, headers: {} };
  /** Undefined where no route matched. */
  readonly resolution: Resolution | undefined;
  tried: Tried = { routes: [], others: 0 };
  readonly steps: Step[] = [];
  answer: TracedAnswer | undefined;
  /** 0 where the client had left before it was answered. */
  status = 0;
  ms = 0;
  /** The message of what was thrown. */
  error: string | undefined;
  readonly #start = performance.now();
  /** The layers that are at work, each inside of the one before. */
  readonly #layers: Step[] = [];
  readonly #explain: ((path: string) => Tried) | undefined;
  #received: Received | undefined;
  #isFollowed = false;

  /** `explain` is called after the answer, when nobody waits any more, with the path as it may be shown. */
  constructor(method: string, path: string, resolution: Resolution | undefined, explain?: (path: string) => Tried) {
    this.method = method;
    const params = resolution?.params ?? {};
    this.path = maskPath(path, params);
    this.resolution = resolution && { ...resolution, params: maskAll(params) };
    this.#explain = explain;
  }

  /** Runs the request so that its queries find their way here. */
  run<T>(work: () => T): T {
    this.#isFollowed = true;
    return queries.follow(this, work);
  }

  /** What came in. It is looked at after the answer, as everything that can wait until then. */
  received(request: Received): void {
    this.#received = request;
  }

  enter(kind: Step['kind'], name: string): Step {
    const outer = this.#layers.at(-1);
    const step: Step = { kind, name, depth: outer === undefined ? 0 : outer.depth + 1, at: this.#now(), ms: 0 };
    if (this.steps.length < mostSteps) this.steps.push(step);
    if (isLayer(step)) this.#layers.push(step);
    return step;
  }

  leave(step: Step, outcome: Step['outcome'], note?: string): void {
    step.ms = this.#now() - step.at;
    step.outcome = outcome;
    if (note !== undefined && note !== '') step.note = maskText(note);
    const place = this.#layers.indexOf(step);
    if (place >= 0) this.#layers.splice(place, 1);
  }

  /** Called by `ctx.set`. */
  set(key: string, value: unknown): void {
    const step = this.enter('set', key);
    step.value = summaryOf(key, value);
  }

  query({ sql, ms, rows, error }: QueryEvent): void {
    if (this.steps.length >= mostSteps || !this.#isFollowed) return;
    const depth = (this.#layers.at(-1)?.depth ?? -1) + 1;
    const name = maskText(sql.replace(/\s+/g, ' ').trim());
    const step: Step = { kind: 'query', name, depth, at: Math.max(0, this.#now() - ms), ms };
    if (rows !== undefined) step.rows = rows;
    if (error !== undefined) Object.assign(step, { outcome: 'threw', note: maskText(error.message) });
    this.steps.push(step);
  }

  /** Also closes the step that could not report for itself: a serializer that threw. */
  fail(error: unknown): void {
    this.error = maskText(error instanceof Error ? error.message : String(error));
    const last = this.steps.at(-1);
    if (last?.kind === 'serialize') this.leave(last, 'threw', this.error);
  }

  finish(status: number, answer?: Answer): void {
    this.status = status;
    this.ms = this.#now();
    for (const layer of this.#layers) layer.ms = this.ms - layer.at;
    if (answer !== undefined && status !== 0) this.answer = tracedAnswer(answer);
    if (this.#received !== undefined) {
      const { incoming } = this.#received;
      this.request = { query: maskAll(this.#received.queries()), headers: maskHeaders(incoming.headers) };
    }
    if (this.#explain !== undefined) this.tried = this.#explain(this.path);
    if (this.#isFollowed) queries.forget();
    this.#isFollowed = false;
    requests.publish(this);
  }

  #now(): number {
    return performance.now() - this.#start;
  }
}

function isLayer({ kind }: Step): boolean {
  return kind === 'middleware' || kind === 'handler';
}

function tracedAnswer({ body, contentType, headers }: Answer): TracedAnswer {
  const size = typeof body === 'string' ? Buffer.byteLength(body) : body instanceof Uint8Array ? body.byteLength : 0;
  const isStream = body !== undefined && typeof body !== 'string' && !(body instanceof Uint8Array);
  const type = String(headers?.['content-type'] ?? contentType);
  const masked = maskHeaders({ ...(body !== undefined && type !== '' ? { 'content-type': type } : {}), ...headers });
  const isShown = typeof body === 'string' && size > 0 && /^(application\/json|text\/plain)/.test(type);
  return {
    headers: masked,
    ...(isStream ? {} : { size }),
    ...(isShown ? { body: type.startsWith('text') ? maskText(body) : beginningOf(body) } : {}),
  };
}

/** To parse what is very long would cost more than it shows. */
function beginningOf(json: string): string {
  return json.length > 50_000 ? `${json.length} characters of JSON` : maskJson(json);
}

/** How long nobody has to be traced until it is given up. */
const idle = 100;

/**
 * Which request a query belongs to. What this takes makes every asynchronous call in the process dearer, so it is there
 * only while requests are being traced; and a moment longer, since to begin and to end it is dear as well.
 */
class Queries {
  readonly #channel = channel('trellis:query');
  readonly #current = new AsyncLocalStorage<RequestTrace>();
  #followed = 0;
  #isListening = false;
  #timer: NodeJS.Timeout | undefined;

  follow<T>(trace: RequestTrace, work: () => T): T {
    this.#followed++;
    if (!this.#isListening) this.#channel.subscribe(this.#note);
    this.#isListening = true;
    return this.#current.run(trace, work);
  }

  /** The request is answered. */
  forget(): void {
    this.#followed--;
    this.#timer ??= setTimeout(this.#rest, idle).unref();
  }

  readonly #rest = (): void => {
    this.#timer = undefined;
    if (this.#followed > 0 || !this.#isListening) return;
    this.#isListening = false;
    this.#channel.unsubscribe(this.#note);
    this.#current.disable();
  };

  readonly #note = (event: unknown): void => this.#current.getStore()?.query(event as QueryEvent);
}

const queries = new Queries();
