import { channel } from 'node:diagnostics_channel';

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

/** One station of the trip. `at` is counted from the request's start; both are milliseconds. */
export interface Step {
  readonly kind: 'middleware' | 'handler' | 'bind' | 'set' | 'serialize';
  readonly name: string;
  /** How many middlewares stand around it. */
  readonly depth: number;
  readonly at: number;
  ms: number;
  outcome?: 'continued' | 'stopped' | 'returned' | 'accepted' | 'refused' | 'threw';
  /** What a reader should know: the rule that refused a field, the mistake that lost an answer. */
  note?: string;
}

/** The trip of one request, as the trace channel publishes it. */
export class RequestTrace {
  static #count = 0;
  readonly id = ++RequestTrace.#count;
  readonly startedAt = new Date().toISOString();
  readonly method: string;
  /** As the router saw it; the target as it came, where that was malformed. */
  readonly path: string;
  /** Undefined where no route matched. */
  readonly resolution: Resolution | undefined;
  readonly steps: Step[] = [];
  /** 0 where the client had left before it was answered. */
  status = 0;
  ms = 0;
  /** The message of what was thrown. */
  error: string | undefined;
  readonly #start = performance.now();
  #depth = 0;

  constructor(method: string, path: string, resolution: Resolution | undefined) {
    this.method = method;
    this.path = path;
    this.resolution = resolution;
  }

  enter(kind: Step['kind'], name: string): Step {
    const step: Step = { kind, name, depth: this.#depth, at: performance.now() - this.#start, ms: 0 };
    this.steps.push(step);
    if (kind === 'middleware') this.#depth++;
    return step;
  }

  leave(step: Step, outcome: Step['outcome'], note?: string): void {
    step.ms = performance.now() - this.#start - step.at;
    step.outcome = outcome;
    if (note !== undefined) step.note = note;
    if (step.kind === 'middleware') this.#depth--;
  }

  /** Called by `ctx.set`. The value stays out: it may be a secret. */
  set(key: string): void {
    this.leave(this.enter('set', key), undefined);
  }

  /** Also closes the step that could not report for itself: a serializer that threw. */
  fail(error: unknown): void {
    this.error = error instanceof Error ? error.message : String(error);
    const last = this.steps.at(-1);
    if (last?.kind === 'serialize') this.leave(last, 'threw', this.error);
  }

  finish(status: number): void {
    this.status = status;
    this.ms = performance.now() - this.#start;
    requests.publish(this);
  }
}
