import { Buffer } from '../buffer.ts';
import type { Socket } from '../net/socket.ts';
import { nextTick } from '../process.ts';
import { aborted } from '../timers-promises.ts';
import { type Agent, Agent as AgentClass, globalAgent } from './agent.ts';
import { type HeaderValue, nodeError } from './head.ts';
import { IncomingMessage } from './incoming.ts';
import { OutgoingMessage } from './outgoing.ts';
import { type Head, HttpParser } from './parser.ts';

export interface RequestOptions {
  method?: string;
  host?: string | null;
  hostname?: string | null;
  port?: number | string | null;
  path?: string | null;
  protocol?: string | null;
  headers?: Record<string, HeaderValue | undefined> | readonly string[];
  agent?: Agent | false;
  setHost?: boolean;
  signal?: AbortSignal;
  timeout?: number;
  auth?: string | null;
  joinDuplicateHeaders?: boolean;
}

type Listener = (response: IncomingMessage) => void;

export class ClientRequest extends OutgoingMessage {
  readonly method: string;
  readonly path: string;
  readonly host: string;
  readonly protocol = 'http:';
  res: IncomingMessage | null = null;
  aborted = false;
  reusedSocket = false;
  readonly agent: Agent;
  readonly #port: number;
  readonly #options: RequestOptions;
  #isResponseComplete = false;

  constructor(url: string | URL | RequestOptions, given?: RequestOptions | Listener, onResponse?: Listener) {
    super();
    const base = typeof url === 'string' ? optionsOf(new URL(url)) : url instanceof URL ? optionsOf(url) : url;
    const options: RequestOptions = { ...base, ...(typeof given === 'object' ? given : {}) };
    const listener = typeof given === 'function' ? given : onResponse;
    if (options.protocol && options.protocol !== 'http:')
      throw nodeError(
        'ERR_INVALID_PROTOCOL',
        `Protocol "${options.protocol}" not supported. Expected "http:"`,
        TypeError,
      );
    this.#options = options;
    this.method = (options.method ?? 'GET').toUpperCase();
    this.path = options.path || '/';
    if (/[^\u0021-\u00ff]/.test(this.path))
      throw nodeError('ERR_UNESCAPED_CHARACTERS', 'Request path contains unescaped characters', TypeError);
    this.host = options.hostname || options.host || 'localhost';
    this.#port = Number(options.port || 80);
    this.agent = options.agent === false ? new AgentClass() : (options.agent ?? globalAgent);
    this.hasAgent = true;
    this.shouldKeepAlive = this.agent.keepAlive;
    this.useChunkedEncodingByDefault = !['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT'].includes(this.method);
    if (listener) this.once('response', listener);
    this.#setHeaders();
    this.#watch(options);
    nextTick(() => this.#connect());
  }

  abort(): void {
    if (this.aborted) return;
    this.aborted = true;
    nextTick(() => this.emit('abort'));
    this.destroy();
  }

  setTimeout(ms: number, listener?: () => void): this {
    if (listener) this.once('timeout', listener);
    if (this.socket) this.socket.setTimeout(ms);
    else this.once('socket', (socket: Socket) => socket.setTimeout(ms));
    return this;
  }

  setNoDelay(): void {}

  setSocketKeepAlive(): void {}

  override destroy(error?: Error): this {
    if (this.destroyed) return this;
    this.destroyed = true;
    this.errored = error ?? null;
    if (this.res) this.res.discard();
    if (this.socket !== null) this.socket.destroy(error);
    else nextTick(() => this.#closed(error ?? nodeError('ECONNRESET', 'socket hang up')));
    return this;
  }

  protected override implicitHeader(): void {
    this.storeHeader(`${this.method} ${this.path} HTTP/1.1\r\n`, this.#rawHeaders);
  }

  #rawHeaders: [string, HeaderValue][] | undefined;

  #setHeaders(): void {
    const { headers = {}, auth, setHost = true } = this.#options;
    if (Array.isArray(headers)) {
      this.#rawHeaders = Array.from({ length: headers.length / 2 }, (_, at) => [headers[2 * at], headers[2 * at + 1]]);
      return;
    }
    for (const [name, value] of Object.entries(headers as Record<string, HeaderValue>))
      if (value !== undefined || name !== '') this.setHeader(name, value);
    const name = this.host.includes(':') && !this.host.startsWith('[') ? `[${this.host}]` : this.host;
    if (setHost && !this.hasHeader('host')) this.setHeader('Host', this.#port === 80 ? name : `${name}:${this.#port}`);
    if (auth && !this.hasHeader('authorization'))
      this.setHeader('Authorization', `Basic ${Buffer.from(auth).toString('base64')}`);
    if (this.hasHeader('expect')) this.implicitHeader();
  }

  #watch({ signal, timeout }: RequestOptions): void {
    if (timeout !== undefined) this.setTimeout(timeout);
    if (signal === undefined) return;
    const abort = () => this.destroy(aborted(signal));
    if (signal.aborted) nextTick(abort);
    else {
      signal.addEventListener('abort', abort, { once: true });
      this.once('close', () => signal.removeEventListener('abort', abort));
    }
  }

  #connect(): void {
    if (this.destroyed) return;
    this.agent.take(this.#port, this.host, (socket, isReused) => {
      if (this.destroyed) {
        socket.destroy();
        return;
      }
      this.reusedSocket = isReused;
      this.#use(socket);
    });
  }

  #use(socket: Socket): void {
    const parser = new HttpParser('response', {
      kindOf: (head) => this.#kindOf(head),
      head: (head) => this.#begin(head),
      body: (chunk) => {
        if (this.res && !this.res.isDiscarded && !this.res.push(chunk)) socket.pause();
      },
      complete: (trailers) => this.#complete(trailers),
      upgraded: (rest) => {
        this.#release();
        const name = this.method === 'CONNECT' ? 'connect' : 'upgrade';
        if (!this.emit(name, this.res, socket, Buffer.from(rest))) socket.destroy();
      },
    });
    const read = (chunk: Uint8Array) => {
      const error = parser.execute(chunk);
      if (error) socket.destroy(error);
    };
    const ended = () => {
      const error = parser.finish();
      if (error || (this.res === null && !this.#isResponseComplete)) socket.destroy(error);
    };
    const failed = (error: Error) => {
      this.errored = error;
    };
    const closed = () => {
      this.#release();
      this.#closed(this.errored ?? undefined);
    };
    const timedOut = () => this.emit('timeout');
    const drained = () => this.drained();
    const listeners = { data: read, end: ended, error: failed, close: closed, timeout: timedOut, drain: drained };
    for (const [name, listener] of Object.entries(listeners)) socket.on(name, listener as () => void);
    this.#release = () => {
      for (const [name, listener] of Object.entries(listeners)) socket.off(name, listener as () => void);
      parser.free();
      this.#release = () => {};
    };
    this.socket = socket;
    this.emit('socket', socket);
    this.flush();
    socket.resume();
  }

  #release: () => void = () => {};

  #kindOf({ status, upgrade }: Head): 0 | 1 | 2 {
    if (this.method === 'CONNECT' || (upgrade && status === 101)) return 2;
    return this.method === 'HEAD' ? 1 : 0;
  }

  #begin(head: Head): void {
    const { status } = head;
    if (status === 100) {
      this.emit('continue');
      return;
    }
    if (status > 100 && status < 200 && status !== 101) {
      this.emit('information', { statusCode: status, statusMessage: head.statusMessage, rawHeaders: head.rawHeaders });
      return;
    }
    const response = new IncomingMessage(this.socket!);
    response.statusCode = status;
    response.statusMessage = head.statusMessage;
    response.rawHeaders = head.rawHeaders;
    response.httpVersionMajor = head.major;
    response.httpVersionMinor = head.minor;
    response.httpVersion = `${head.major}.${head.minor}`;
    response.joinDuplicateHeaders = this.#options.joinDuplicateHeaders ?? false;
    this.res = response;
    if (!head.shouldKeepAlive) this.shouldKeepAlive = false;
    if (this.#kindOf(head) === 2) return;
    if (this.aborted || !this.emit('response', response)) response.discard();
  }

  #complete(trailers: string[]): void {
    const response = this.res;
    if (response === null || response.complete) return;
    response.complete = true;
    response.rawTrailers = trailers;
    response.push(null);
    this.#isResponseComplete = true;
    const { socket } = this;
    const done = () => {
      this.#release();
      if (socket === null || socket.destroyed) return;
      if (this.shouldKeepAlive && !this.isLast && this.finished && socket.writable) {
        this.agent.giveBack(this.#port, socket);
        nextTick(() => this.#emitClose());
      } else {
        socket.once('close', () => this.#emitClose());
        socket.destroySoon();
      }
    };
    if (response.readableEnded || response.isDiscarded) done();
    else response.once('end', done);
  }

  #closed(error: Error | undefined): void {
    const { res } = this;
    if (res !== null) {
      if (!res.complete) res.destroy(nodeError('ECONNRESET', 'aborted'));
      this.#emitClose();
      return;
    }
    const problem = error ?? nodeError('ECONNRESET', 'socket hang up');
    this.errored ??= problem;
    this.emit('error', problem);
    this.#emitClose();
  }

  #emitClose(): void {
    if (this._closed) return;
    this._closed = true;
    this.destroyed = true;
    this.emit('close');
  }
}

function optionsOf(url: URL): RequestOptions {
  const { protocol, hostname, port, pathname, search, username, password } = url;
  return {
    protocol,
    hostname: hostname.replace(/^\[|\]$/g, ''),
    path: pathname + search,
    ...(port !== '' && { port }),
    ...((username || password) && { auth: `${decodeURIComponent(username)}:${decodeURIComponent(password)}` }),
  };
}

export function request(
  url: string | URL | RequestOptions,
  options?: RequestOptions | Listener,
  listener?: Listener,
): ClientRequest {
  return new ClientRequest(url, options, listener);
}

export function get(
  url: string | URL | RequestOptions,
  options?: RequestOptions | Listener,
  listener?: Listener,
): ClientRequest {
  const sent = request(url, options, listener);
  sent.end();
  return sent;
}
