import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { accessToken, bearer, cookie } from './conformance.ts';
import { PUBLISHED, posts, refreshToken } from './servers/shared/seed.ts';

export const CONNECTIONS = 64;

/** Of twenty requests. Everything is requested in an order that looks random and is the same for every server. */
export const MIX = { list: 6, show: 8, mine: 3, create: 2, refresh: 1 } as const;
type Kind = keyof typeof MIX;
const DECK: Kind[] = ['show', 'list', 'mine', 'show', 'create', 'show', 'list', 'show', 'list', 'mine'].concat([
  'show',
  'list',
  'refresh',
  'show',
  'list',
  'show',
  'create',
  'mine',
  'list',
  'show',
]) as Kind[];

const json = { 'Content-Type': 'application/json' };
const newPost = JSON.stringify({ title: 'A new soup', content: 'Add more basil, and taste. '.repeat(12) });
const STATUS: Record<Kind, number> = { list: 200, show: 200, mine: 200, create: 201, refresh: 200 };

/** Less than the five seconds after which Node closes an idle connection, with a margin for a busy machine. */
const MOST_IDLE_MS = 2_000;

/** A connection, and what its client knows. */
interface Client {
  socket: Socket;
  index: number;
  sent: number;
  refreshToken: string;
  kind: Kind;
  /** When its request was due. */
  since: number;
  chunks: Buffer[];
  received: number;
  size: number;
}

/** Clients of the blog: each waits for the response before it sends its next request. */
export class BlogLoad {
  readonly #clients: Client[] = [];
  #idle: Client[] = [];
  #token = accessToken();
  #toSend = 0;
  #missing = 0;
  #durations: number[] = [];
  #onDone: (() => void) | undefined;
  #onIdle: (() => void) | undefined;
  #error: Error | undefined;
  readonly #url: URL;
  #usedAt = 0;

  static async open(name: string, url: string): Promise<BlogLoad> {
    const load = new BlogLoad(url);
    for (let index = 0; index < CONNECTIONS; index++) {
      const socket = await load.#connect();
      const token = refreshToken(name, index);
      const state = { sent: 0, kind: 'list', since: 0, chunks: [], received: 0, size: 0 } as const;
      const client: Client = { ...state, socket, index, refreshToken: token, chunks: [] };
      load.#listen(client);
      load.#clients.push(client);
    }
    load.#idle = [...load.#clients];
    load.#usedAt = performance.now();
    return load;
  }

  constructor(url: string) {
    this.#url = new URL(url);
  }

  /** Call it before a measurement. A server closes connections that have been idle for five seconds, so these are replaced. */
  async prepare(): Promise<void> {
    if (performance.now() - this.#usedAt < MOST_IDLE_MS) return;
    for (const client of this.#clients) await this.#reconnect(client);
    await this.send(CONNECTIONS);
  }

  /** As fast as the server responds. */
  async send(count: number): Promise<void> {
    const done = this.#begin(count);
    this.#toSend = count;
    for (const client of this.#idle.splice(0, count)) this.#next(client);
    await done;
  }

  /** At a fixed rate: a request that finds no free client waits, and its time counts. Gives all durations in milliseconds. */
  async sendAt(rate: number, count: number): Promise<number[]> {
    const done = this.#begin(count);
    const begin = performance.now();
    for (let number = 0; number < count && this.#error === undefined; number++) {
      const due = begin + (number * 1000) / rate;
      while (performance.now() < due) await new Promise((resolve) => setTimeout(resolve, 1));
      if (this.#idle.length === 0) await new Promise<void>((resolve) => (this.#onIdle = resolve));
      this.#write(this.#idle.shift()!, due);
    }
    await done;
    return this.#durations;
  }

  close(): void {
    for (const { socket } of this.#clients) socket.removeAllListeners().destroy();
  }

  async #connect(): Promise<Socket> {
    const socket = connect(Number(this.#url.port), this.#url.hostname);
    await once(socket, 'connect');
    return socket.setNoDelay(true);
  }

  async #reconnect(client: Client): Promise<void> {
    client.socket.removeAllListeners().destroy();
    client.socket = await this.#connect();
    this.#listen(client);
  }

  #listen(client: Client): void {
    client.socket.on('data', (bytes) => this.#receive(client, bytes));
    client.socket.on('error', (error) => this.#fail(error));
    client.socket.on('end', () => client.socket.destroy());
    client.socket.on('close', () => {
      if (!this.#idle.includes(client))
        this.#fail(new Error('The server closed a connection that it had to respond on.'));
    });
  }

  #begin(count: number): Promise<void> {
    this.#durations = [];
    this.#missing = count;
    return new Promise((resolve, reject) => {
      this.#onDone = () => (this.#error === undefined ? resolve() : reject(this.#error));
      if (this.#error !== undefined) this.#onDone();
    });
  }

  #next(client: Client): void {
    this.#toSend--;
    this.#write(client, performance.now());
  }

  #write(client: Client, since: number): void {
    client.kind = DECK[(client.sent++ + client.index * 7) % DECK.length]!;
    client.since = since;
    const request = this.#request(client);
    if (!client.socket.destroyed) client.socket.write(request);
    else
      void this.#reconnect(client).then(
        () => client.socket.write(request),
        (error) => this.#fail(error),
      );
  }

  #request({ kind, index, sent, refreshToken }: Client): string {
    if (kind === 'list') return get('/posts?limit=20', {});
    if (kind === 'show') return get(`/posts/${posts[(index * 31 + sent) % PUBLISHED]!.id}`, {});
    if (kind === 'mine') return get('/my-posts?limit=20', cookie);
    if (kind === 'create') return post('/posts', { ...json, ...bearer(this.#token) }, newPost);
    return post('/auth/refresh', json, JSON.stringify({ refresh_token: refreshToken }));
  }

  #receive(client: Client, bytes: Buffer): void {
    if (client.size === 0) client.size = this.#sizeOf(bytes, client.kind);
    client.received += bytes.length;
    if (client.kind === 'refresh') client.chunks.push(bytes);
    if (client.received < client.size) return;
    if (client.kind === 'refresh') {
      const text = Buffer.concat(client.chunks).toString('latin1');
      client.refreshToken = /"refresh_token":"([^"]+)"/.exec(text)?.[1] ?? '';
      client.chunks = [];
    }
    client.received = 0;
    client.size = 0;
    this.#usedAt = performance.now();
    this.#durations.push(this.#usedAt - client.since);
    if (this.#toSend > 0) this.#next(client);
    else this.#idle.push(client);
    this.#onIdle?.();
    if (--this.#missing === 0) this.#onDone?.();
  }

  /** Head and body, of a response that has the expected status. All servers send a length, and heads arrive in one piece. */
  #sizeOf(bytes: Buffer, kind: Kind): number {
    const end = bytes.indexOf('\r\n\r\n') + 4;
    const head = bytes.toString('latin1', 0, end);
    const length = /^content-length: (\d+)/im.exec(head);
    if (head.startsWith(`HTTP/1.1 ${STATUS[kind]} `) && length !== null) return end + Number(length[1]);
    this.#fail(new Error(`An unexpected response to ${kind}:\n${bytes.toString('latin1', 0, 2_000)}`));
    return 0;
  }

  #fail(error: Error): void {
    this.#error ??= error;
    this.#onDone?.();
    this.#onIdle?.();
  }
}

function get(path: string, headers: Record<string, string>): string {
  return `GET ${path} HTTP/1.1\r\n${headerLines(headers)}\r\n`;
}

function post(path: string, headers: Record<string, string>, body: string): string {
  return `POST ${path} HTTP/1.1\r\n${headerLines({ ...headers, 'Content-Length': String(Buffer.byteLength(body)) })}\r\n${body}`;
}

function headerLines(headers: Record<string, string>): string {
  return Object.entries({ Host: '127.0.0.1', ...headers })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
}
