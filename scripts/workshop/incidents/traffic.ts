import { once, setMaxListeners } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { tokenOf } from './blog-data.ts';

/** A response, and how long it took from the first byte of the request to the last of the response. */
export interface Visit {
  /** 0 if there was none. */
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly content: Buffer;
  readonly ms: number;
}

/** What somebody writes to us, because they got something wrong. */
export interface Complaint {
  /** ISO 8601. */
  readonly time: string;
  /** When it happened that they write about, in milliseconds since 1970. */
  readonly since: number;
  readonly text: string;
  /** Of the response that was wrong, if it was a response. */
  readonly request_id: string | undefined;
}

/** Whom a user tells, and for how many milliseconds they wait. */
interface UserOptions {
  onVisit?(label: string, visit: Visit): void;
  onComplaint?(complaint: Complaint): void;
  patience?: number;
}

/** Milliseconds. Then a person gives up, or reloads the page. */
const patience = 8_000;

/** Somebody with a connection of their own, who remembers what they have seen. */
export class User {
  /** Counted from 0, over all kinds. */
  readonly number: number;
  readonly memory = new Map<string, string>();
  readonly #url: string;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  readonly #options: UserOptions;

  constructor(url: string, number: number, options: UserOptions = {}) {
    this.#url = url;
    this.number = number;
    this.#options = options;
  }

  /** That of the seeded user with this number. */
  get credential(): Record<string, string> {
    return { authorization: `Bearer ${tokenOf(this.number)}` };
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Visit> {
    return this.send('GET', path, undefined, headers);
  }

  /** With the credential, unless it only reads. */
  async send(method: string, path: string, body?: object, headers: Record<string, string> = {}): Promise<Visit> {
    const started = performance.now();
    const signal = AbortSignal.timeout(this.#options.patience ?? patience);
    const outcome = await this.#request(method, path, body, headers, signal).catch(() => ({
      status: 0,
      headers: {},
      content: Buffer.alloc(0),
    }));
    const visit = { ...outcome, ms: performance.now() - started };
    this.#options.onVisit?.(`${method} ${patternOf(path)}`, visit);
    return visit;
  }

  /** Writes to the people who run the blog, about something that happened at `since`: during the visit, unless it is older. */
  complain(text: string, visit?: Visit, since = Date.now() - (visit?.ms ?? 0)): void {
    const request_id = visit?.headers['x-request-id']?.toString();
    this.#options.onComplaint?.({ time: new Date().toISOString(), since, text, request_id });
  }

  end(): void {
    this.#agent.destroy();
  }

  async #request(
    method: string,
    path: string,
    body: object | undefined,
    extra: Record<string, string>,
    signal: AbortSignal,
  ): Promise<Omit<Visit, 'ms'>> {
    const headers = {
      ...(method !== 'GET' && this.credential),
      ...(body && { 'content-type': 'application/json' }),
      ...extra,
    };
    const sent = request(this.#url + path, { method, headers, agent: this.#agent, signal });
    sent.end(body && JSON.stringify(body));
    const [response] = (await once(sent, 'response').catch((error: NodeJS.ErrnoException) => {
      // The server has closed a connection that was idle for long, at the moment at which we used it again.
      if (sent.reusedSocket && error.code === 'ECONNRESET') return [];
      throw error;
    })) as [IncomingMessage?];
    if (response === undefined) return this.#request(method, path, body, extra, signal);
    return { status: response.statusCode ?? 0, headers: response.headers, content: await buffer(response) };
  }
}

/** `/posts/:id/comments` for a path with an id of the seeded data, or with one of the program. */
function patternOf(path: string): string {
  return path.replace(/\?.*$/, '').replaceAll(/\/(?:\w+-\d+|[0-9a-f]{8}-[0-9a-f-]{27})(?=\/|$)/g, '/:id');
}

/** One kind of people, or programs, who use the blog during an incident. */
export interface UserKind {
  /** `readers of the post` */
  readonly name: string;
  readonly count: number;
  /** Milliseconds between two visits of one user, on average. */
  readonly pause: number;
  visit(user: User): Promise<unknown>;
}

/** What the users saw of one route in the last seconds. */
export interface Experience {
  readonly label: string;
  readonly count: number;
  /** Responses with a status from 500, and requests without a response. */
  readonly failed: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p95: number;
}

/** People who use the program until they are stopped. Each waits for a response before they think about the next request. */
export class Traffic {
  readonly #end = new AbortController();
  readonly #running: Promise<void>[];
  #visits: { label: string; at: number; status: number; ms: number }[] = [];
  readonly #complaints: Complaint[] = [];

  constructor(url: string, kinds: readonly UserKind[]) {
    setMaxListeners(0, this.#end.signal);
    let number = 0;
    this.#running = kinds.flatMap((kind) => Array.from({ length: kind.count }, () => this.#live(url, kind, number++)));
  }

  /** What they saw in the last milliseconds, the slowest first. */
  experience(milliseconds: number): Experience[] {
    const now = performance.now();
    // Nobody asks for more than the last minute.
    this.#visits = this.#visits.filter(({ at }) => at > now - 60_000);
    const labels = new Map<string, { status: number; ms: number }[]>();
    for (const visit of this.#visits) {
      if (visit.at > now - milliseconds) labels.set(visit.label, [...(labels.get(visit.label) ?? []), visit]);
    }
    return [...labels]
      .map(([label, visits]) => {
        const times = visits.map(({ ms }) => ms);
        const failed = visits.filter(({ status }) => status === 0 || status >= 500).length;
        return { label, count: visits.length, failed, p50: percentile(times, 0.5), p95: percentile(times, 0.95) };
      })
      .sort((a, b) => b.p95 - a.p95);
  }

  /** All complaints so far, the oldest first. */
  get complaints(): readonly Complaint[] {
    return this.#complaints;
  }

  async stop(): Promise<void> {
    this.#end.abort();
    await Promise.all(this.#running);
  }

  async #live(url: string, { pause, visit }: UserKind, number: number): Promise<void> {
    const { signal } = this.#end;
    const user = new User(url, number, {
      onVisit: (label, { status, ms }) => this.#visits.push({ label, at: performance.now(), status, ms }),
      onComplaint: (complaint) => this.#complaints.push(complaint),
    });
    // Not all at once: people arrive one after another.
    await delay(Math.random() * pause, undefined, { signal }).catch(() => {});
    while (!signal.aborted) {
      await visit(user);
      // Mostly short pauses, sometimes a long one.
      await delay(-Math.log(1 - Math.random()) * pause, undefined, { signal }).catch(() => {});
    }
    user.end();
  }
}

/** The value that this share of the numbers doesn't exceed; 0 without any. */
export function percentile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
}
