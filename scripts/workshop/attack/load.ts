import { once, setMaxListeners } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';

/** The outcomes of the requests in one phase. */
export interface Tally {
  sent: number;
  /** Refused with 503, which tells the client to try again later. */
  unavailable: number;
  /** No response: the connection broke, or none was accepted. */
  failed: number;
  /** A response that the client had no reason to expect. */
  wrong: number;
}

export interface LoadResponse {
  /** 0 without a response. */
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: an attack reads `response.body.id` directly.
  readonly body: any;
}

/** Clients that repeat a task until they are stopped, each on a connection that it keeps open, like a browser. */
export class Load {
  readonly tallies = new Map<string, Tally>();
  /** The responses that were wrong. */
  readonly surprises: string[] = [];
  /** Why requests got no response, by phase. */
  readonly breaks = new Map<string, string[]>();
  readonly #url: string;
  readonly #end = new AbortController();
  readonly #running: Promise<void>[];
  #phase = '';

  constructor(url: string, clients: number, task: (client: LoadClient) => Promise<void>) {
    this.#url = url;
    // Every client listens to it.
    setMaxListeners(0, this.#end.signal);
    this.begin('before');
    this.#running = Array.from({ length: clients }, (_, index) => this.#run(task, 60 + 5 * index));
  }

  get current(): Tally {
    return this.tallies.get(this.#phase)!;
  }

  /** Starts a new phase: requests that end from now on are counted under this name. */
  begin(phase: string): void {
    this.#phase = phase;
    this.tallies.set(phase, { sent: 0, unavailable: 0, failed: 0, wrong: 0 });
    this.breaks.set(phase, []);
  }

  get phase(): string {
    return this.#phase;
  }

  /** Counts a request without a response. */
  fail(phase: string, reason: string): void {
    this.tallies.get(phase)!.failed++;
    this.breaks.get(phase)!.push(reason);
  }

  async stop(): Promise<void> {
    this.#end.abort();
    await Promise.all(this.#running);
  }

  async #run(task: (client: LoadClient) => Promise<void>, pause: number): Promise<void> {
    const { signal } = this.#end;
    const client = new LoadClient(this.#url, this);
    while (!signal.aborted) {
      await task(client);
      await delay(pause, undefined, { signal }).catch(() => {});
    }
    client.end();
  }
}

/** Milliseconds. The blog's own limits are all shorter. */
const patience = 30_000;

class Silence extends Error {}

/** One client of a load. Anything but the expected status, 503 and a broken connection is wrong. */
export class LoadClient {
  /** What the task remembers from one run to the next. */
  // biome-ignore lint/suspicious/noExplicitAny: each task keeps what it likes.
  readonly memory: Record<string, any> = {};
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  readonly #url: string;
  readonly #load: Load;

  constructor(url: string, load: Load) {
    this.#url = url;
    this.#load = load;
  }

  async send(
    expected: number | number[],
    method: string,
    path: string,
    body?: object,
    token?: string,
  ): Promise<LoadResponse> {
    const began = this.#load.phase;
    try {
      const response = await this.#request(method, path, body, token);
      if (response.status === 503) this.#load.current.unavailable++;
      else if (![expected].flat().includes(response.status)) {
        this.#load.current.wrong++;
        this.#load.surprises.push(`${method} ${path}: ${response.status} ${JSON.stringify(response.body)}`);
      }
      return response;
    } catch (error) {
      // A connection breaks because of what happens now. One that stays silent has been lost from the beginning.
      const phase = error instanceof Silence ? began : this.#load.phase;
      this.#load.fail(phase, `${method} ${path}: ${(error as Error).message}`);
      return { status: 0, body: undefined };
    } finally {
      // A request counts in the phase in which it ends: if a process is killed during a request, that is why it fails.
      this.#load.current.sent++;
    }
  }

  end(): void {
    this.#agent.destroy();
  }

  async #request(method: string, path: string, body?: object, token?: string): Promise<LoadResponse> {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
    const signal = AbortSignal.timeout(patience);
    const sent = request(this.#url + path, { method, headers, agent: this.#agent, signal });
    sent.end(body && JSON.stringify(body));
    const [response] = (await once(sent, 'response').catch((error: Error) => {
      const connection = sent.reusedSocket ? 'a connection that was open' : 'a new connection';
      if (signal.aborted) throw new Silence(`no response within ${patience / 1000} s (${connection})`);
      throw new Error(`${error.message} (${connection})`);
    })) as [IncomingMessage];
    const content = await text(response);
    return { status: response.statusCode ?? 0, body: content === '' ? undefined : JSON.parse(content) };
  }
}
