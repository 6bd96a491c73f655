import { Buffer } from './buffer.ts';
import type { IncomingMessage } from './http/incoming.ts';
import { request } from './http.ts';

/*
 * `fetch` inside of the machine. A browser's own would reach the network, and its `Response` hides cookies. Only what
 * programs and checks use: a method, headers and a body that is complete; a response that is read as a whole.
 */

interface Options {
  method?: string;
  headers?: ConstructorParameters<typeof Headers>[0];
  body?: string | Uint8Array | URLSearchParams | null;
  redirect?: 'follow' | 'manual' | 'error';
  signal?: AbortSignal;
}

/** Headers that Node's `fetch` adds. */
const defaults = {
  connection: 'keep-alive',
  accept: '*/*',
  'accept-language': '*',
  'sec-fetch-mode': 'cors',
  'user-agent': 'node',
  'accept-encoding': 'gzip, deflate',
};

class MachineResponse {
  readonly status: number;
  readonly statusText: string;
  readonly headers = new Headers();
  readonly url: string;
  readonly redirected = false;
  readonly type = 'basic';
  readonly #message: IncomingMessage;
  readonly #signal: AbortSignal | undefined;
  bodyUsed = false;

  constructor(message: IncomingMessage, url: string, signal?: AbortSignal) {
    this.#message = message;
    this.#signal = signal;
    this.url = url;
    this.status = message.statusCode!;
    this.statusText = message.statusMessage ?? '';
    for (let at = 0; at < message.rawHeaders.length; at += 2)
      this.headers.append(message.rawHeaders[at]!, message.rawHeaders[at + 1]!);
  }

  get ok(): boolean {
    return this.status >= 200 && this.status < 300;
  }

  get body(): AsyncIterable<Uint8Array> & { cancel(): Promise<void> } {
    const message = this.#message;
    return {
      [Symbol.asyncIterator]: () => message[Symbol.asyncIterator](),
      cancel: async () => void message.destroy(),
    };
  }

  async bytes(): Promise<Buffer> {
    if (this.bodyUsed) throw new TypeError('Body is unusable: Body has already been read');
    this.bodyUsed = true;
    const parts: Uint8Array[] = [];
    try {
      for await (const part of this.#message) parts.push(part as Uint8Array);
    } catch (error) {
      if (this.#signal?.aborted) throw this.#signal.reason;
      throw new TypeError('terminated', { cause: error });
    }
    return Buffer.concat(parts);
  }

  async text(): Promise<string> {
    return new TextDecoder().decode(await this.bytes());
  }

  async json(): Promise<unknown> {
    return JSON.parse(await this.text());
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    const bytes = await this.bytes();
    return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer;
  }
}

export function fetch(target: string | URL, options: Options = {}): Promise<MachineResponse> {
  const { method = 'GET', body, signal } = options;
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const url = new URL(target);
    const content = body instanceof URLSearchParams ? String(body) : body;
    const sent = request(url, { method, headers: headersOf(options, content) });
    const abort = () => {
      sent.destroy(signal!.reason as Error);
      reject(signal!.reason);
    };
    signal?.addEventListener('abort', abort, { once: true });
    sent.once('close', () => signal?.removeEventListener('abort', abort));
    sent.once('response', (message: IncomingMessage) => resolve(new MachineResponse(message, url.href, signal)));
    sent.once('error', (error: Error) => reject(new TypeError('fetch failed', { cause: closedBy(error) })));
    sent.end(content ?? undefined);
  });
}

function headersOf({ headers, body, method = 'GET' }: Options, content: string | Uint8Array | null | undefined) {
  const given = new Headers(headers);
  for (const [name, value] of Object.entries(defaults)) if (!given.has(name)) given.set(name, value);
  if (typeof body === 'string' && !given.has('content-type')) given.set('content-type', 'text/plain;charset=UTF-8');
  if (body instanceof URLSearchParams && !given.has('content-type'))
    given.set('content-type', 'application/x-www-form-urlencoded;charset=UTF-8');
  if (content !== undefined && content !== null) given.set('content-length', String(Buffer.byteLength(content)));
  else if (['POST', 'PUT', 'PATCH'].includes(method)) given.set('content-length', '0');
  return Object.fromEntries(given);
}

/** Node's `fetch` has words of its own for a connection that broke. */
function closedBy(error: Error): Error {
  if ((error as { code?: string }).code !== 'ECONNRESET') return error;
  return Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' });
}
