import { Writable } from 'node:stream';
import { App, type AppOptions, createApp } from './app.ts';
import type { Module } from './core/module.ts';
import { type CliOptions, cli } from './platforms/cli/cli.ts';

export { ManualClock } from './services/clock.ts';

/** A response whose body has been read and, if it is JSON, parsed. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
  readonly text: string;
  /** The parsed JSON; undefined if the body isn't JSON. Untyped on purpose: a test asserts what it expects. */
  // biome-ignore lint/suspicious/noExplicitAny: assertions read `answer.body.title` without ceremony.
  readonly body: any;
}

export interface Client {
  readonly url: string;
  readonly app: App;
  /** A string, a Uint8Array, a FormData, a URLSearchParams or a Blob is sent as it is, any other body as JSON. */
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  put(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  delete(path: string, headers?: Record<string, string>): Promise<Answer>;
  stop(): Promise<void>;
}

/** Starts an application on a free port. It is listening when the promise resolves, and shut down when `stop()` resolves. */
export async function start(what: App | Module, options: AppOptions = {}): Promise<Client> {
  // A test's client keeps its connections open, and stopping shouldn't wait for requests on them.
  const limits = { drain: 0, ...options.limits };
  const app = what instanceof App ? what : createApp(what, { ...options, limits });
  const address = await app.listen(0, '127.0.0.1', { signals: false });
  const url = address.replace('localhost', '127.0.0.1');
  const send: Client['send'] = (method, path, body, headers) => request(url + path, method, body, headers);
  return {
    url,
    app,
    send,
    get: (path, headers) => send('GET', path, undefined, headers),
    post: (path, body, headers) => send('POST', path, body, headers),
    put: (path, body, headers) => send('PUT', path, body, headers),
    delete: (path, headers) => send('DELETE', path, undefined, headers),
    stop: () => app.stop(),
  };
}

async function request(
  url: string,
  method: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  // `fetch` sets the content type of a form itself, because it chooses the boundary between the parts.
  const rawTypes = [Uint8Array, FormData, URLSearchParams, Blob];
  const isRaw = body === undefined || typeof body === 'string' || rawTypes.some((type) => body instanceof type);
  const response = await fetch(url, {
    method,
    body: isRaw ? (body as string | undefined) : JSON.stringify(body),
    headers: isRaw ? headers : { 'content-type': 'application/json', ...headers },
    redirect: 'manual',
  });
  const bytes = new Uint8Array(await response.arrayBuffer());
  const text = new TextDecoder().decode(bytes);
  // The response to HEAD has the content type of the body, but no body.
  const isJson = /^application\/([\w.-]+\+)?json\b/.test(response.headers.get('content-type') ?? '');
  return {
    status: response.status,
    headers: response.headers,
    bytes,
    text,
    body: isJson && text !== '' ? JSON.parse(text) : undefined,
  };
}

/** The exit code and the output of a command. */
export interface Outcome {
  /** 0 for success, 1 for a failure, 2 for wrong usage. */
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions extends Omit<AppOptions, 'platform'>, Pick<CliOptions, 'name' | 'version' | 'summary'> {
  /** Print as on a terminal. Off by default, because JSON is easier to test. */
  terminal?: boolean;
}

/** Runs one command of an application, from startup to shutdown, and resolves to its exit code and output. */
export async function runCommand(root: Module, argv: string[], options: RunOptions = {}): Promise<Outcome> {
  const { name = 'app', version, summary, terminal = false, ...rest } = options;
  const stdout = new Collector(terminal);
  const stderr = new Collector(terminal);
  const platform = cli({ name, version, summary, stdout, stderr });
  const code = await createApp(root, { ...rest, platform }).run(argv);
  return { code, stdout: stdout.text(), stderr: stderr.text() };
}

class Collector extends Writable {
  readonly isTTY: boolean;
  readonly #chunks: Buffer[] = [];

  constructor(isTTY: boolean) {
    super();
    this.isTTY = isTTY;
  }

  text(): string {
    return Buffer.concat(this.#chunks).toString();
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.#chunks.push(chunk);
    done();
  }
}
