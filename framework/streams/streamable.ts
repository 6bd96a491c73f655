import { Readable } from 'node:stream';
import type { ReadableStream as NodeWebStream } from 'node:stream/web';
import { isReadable } from './readable.ts';
import { keepScope } from './scope.ts';

/** What can be sent chunk by chunk: a stream of Node, a stream of the web, or an async iterable such as a generator. */
export type Streamable = Readable | ReadableStream<Uint8Array> | AsyncIterable<string | Uint8Array>;

/** Undefined if it is something else. */
export function toReadable(body: unknown): Readable | undefined {
  if (isReadable(body)) return keepScope(body);
  // Not by its iterator, which can only be stopped between two chunks: a source that is waiting would never be cancelled.
  if (tagOf(body) === 'ReadableStream') return keepScope(Readable.fromWeb(body as NodeWebStream));
  const isIterable = typeof (body as Partial<AsyncIterable<unknown>> | null)?.[Symbol.asyncIterator] === 'function';
  return isIterable ? keepScope(Readable.from(body as AsyncIterable<unknown>, { objectMode: false })) : undefined;
}

/** By its tag, because asking for the class makes Node load all of `fetch`, which most applications never use. */
export function isWebResponse(value: unknown): value is Response {
  return tagOf(value) === 'Response';
}

function tagOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null
    ? (value as { [Symbol.toStringTag]?: unknown })[Symbol.toStringTag]
    : '';
}

/** The part of `ctx.response` that a web-standard response fills. */
interface Head {
  status: number;
  setHeader(name: string, value: string): unknown;
  appendHeader(name: string, value: string): unknown;
}

/** Headers about the connection that a response came on, which isn't the one that we send it on. */
const ofConnection = new Set(
  'connection keep-alive proxy-authenticate proxy-connection te trailer transfer-encoding upgrade'.split(' '),
);

/** `fetch` decompresses a body and leaves the headers as they were. */
const ofEncoding = new Set(['content-encoding', 'content-length']);

/** Takes over the status and the headers of a web-standard response, and returns its body. */
export function takeResponse(response: Response, head: Head): Readable {
  if (response.type === 'error') throw new TypeError('Response.error() is a failed request. It has no status to send.');
  if (response.bodyUsed)
    throw new TypeError('The body of the Response has been read already. Send what you have read.');
  const isDecoded = response.type !== 'default' && response.headers.has('content-encoding');
  head.status = response.status;
  for (const [name, value] of response.headers) {
    if (name === 'set-cookie') head.appendHeader(name, value);
    else if (!ofConnection.has(name) && !(isDecoded && ofEncoding.has(name))) head.setHeader(name, value);
  }
  return keepScope(response.body === null ? Readable.from([]) : Readable.fromWeb(response.body as NodeWebStream));
}
