import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { finished, type Readable } from 'node:stream';
import { cut } from './cut.ts';
import { discard } from './readable.ts';
import { closesEarly, endAfterBody } from './skip-body.ts';

/** The part of a response that precedes its body. */
export interface Head {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders | undefined;
  readonly options: Sending | undefined;
}

/** Called when the source has ended. */
export type Trailers = () => Record<string, string>;

export interface StreamOptions {
  /** Headers that are only known when the source has ended, such as a digest. They are sent after the body. */
  trailers?: Trailers;
  /** Sends the status and the headers at once, for a source that may wait for its first chunk. Without it, they wait, too. */
  immediate?: boolean;
}

export interface Sending extends StreamOptions {
  /** Aborts when the application starts to shut down. */
  stopping?: AbortSignal | undefined;
}

/** Called without an error when the head has been written or the client has gone, and with one when the stream fails. */
export type Sent = (error?: Error) => void;

/**
 * Sends a stream at the pace of its reader. The head goes out with the first chunk, so a stream that fails before it can
 * still become an error response, unless it is `immediate`; afterwards, the only way to report a failure to the client is to cut the connection.
 * Not `pipeline`, which cuts the connection in both cases.
 */
export function sendStream(outgoing: ServerResponse, head: Head, body: Readable, sent: Sent): void {
  withoutFraming(head.headers, hasTrailers(outgoing));
  // HEAD doesn't open the source of a stream.
  if (outgoing.req.method === 'HEAD') {
    discard(body);
    outgoing.writeHead(head.status, head.headers);
    outgoing.end();
    return void sent();
  }
  const { immediate, stopping } = head.options ?? {};
  const trailers = hasTrailers(outgoing) ? head.options?.trailers : undefined;
  const promised = promisedLength(head.headers);
  if (promised !== undefined && trailers !== undefined) throw countedTrailers();
  let written = 0;
  let isOver = false;
  const begin = (): void => {
    if (outgoing.headersSent) return;
    outgoing.writeHead(head.status, head.headers);
    sent();
  };
  const end = (): void => {
    begin();
    if (trailers !== undefined) outgoing.addTrailers(checkTrailers(trailers()));
    isOver = true;
    if (closesEarly(outgoing, head)) endAfterBody(outgoing, '');
    else outgoing.end();
  };
  const fail = (error: Error): void => {
    if (isOver) return;
    isOver = true;
    body.destroy();
    const isLate = outgoing.headersSent;
    sent(error);
    if (isLate) cut(outgoing);
  };
  outgoing.once('close', () => {
    const isUnanswered = !isOver && !outgoing.headersSent;
    isOver = true;
    body.destroy();
    if (isUnanswered) sent();
  });
  outgoing.on('drain', () => body.resume());
  const complete = (): void => {
    if (isOver) return;
    if (promised !== undefined && written < promised) fail(wrongLength(promised, `ended after ${written}`));
    else attempt(end, fail);
  };
  // Not when it has closed, which a file does later: a client that has all of it may have left by then.
  body.once('end', complete);
  finished(body, { writable: false }, (error) => {
    if (error && !isOver && !isCausedBy(stopping, error)) fail(error);
    else complete();
  });
  if (body.readableEnded) return void fail(new Error('The stream was read to its end before it could be sent.'));
  if (immediate) {
    begin();
    outgoing.flushHeaders();
  }
  body.on('data', (chunk: unknown) => {
    if (isOver) return;
    attempt(() => {
      written += sizeOf(chunk);
      if (promised !== undefined && written > promised) throw wrongLength(promised, 'has more');
      begin();
      if (!outgoing.write(chunk)) body.pause();
    }, fail);
  });
}

/**
 * How a body is framed is decided here. A handler that passes on the headers of another server has its framing among them: sent
 * with a length, `Transfer-Encoding` would let a proxy see other responses than the client.
 */
export function withoutFraming<Headers extends OutgoingHttpHeaders | undefined>(
  headers: Headers,
  keepsTrailer = false,
): Headers {
  if (headers?.['transfer-encoding'] !== undefined) delete headers['transfer-encoding'];
  if (headers?.trailer !== undefined && !keepsTrailer) delete headers.trailer;
  return headers;
}

/** Whether a source has ended because the application shuts down: it was told to by `ctx.stopping`. */
function isCausedBy(stopping: AbortSignal | undefined, error: Error): boolean {
  return stopping?.aborted === true && [error, error.cause].includes(stopping.reason);
}

/** An error thrown by a listener of a stream would end the process. */
function attempt(work: () => void, fail: (error: Error) => void): void {
  try {
    work();
  } catch (error) {
    fail(error as Error);
  }
}

function promisedLength(headers: OutgoingHttpHeaders | undefined): number | undefined {
  const value = headers?.['content-length'];
  if (value === undefined) return undefined;
  if (!/^\d+$/.test(String(value))) throw new TypeError(`The header Content-Length is ${value}, which isn't a length.`);
  return Number(value);
}

/** Sent as it is, the client would take the difference for part of the next response, or wait for bytes that never come. */
function wrongLength(promised: number, what: string): Error {
  return new Error(`The response promises ${promised} bytes in Content-Length, but its stream ${what}.`);
}

/** Node refuses to announce trailers if it can't send them: to HEAD, and to a client of HTTP/1.0. A web-standard response has none. */
function hasTrailers({ req, addTrailers }: Partial<ServerResponse>): boolean {
  return addTrailers !== undefined && req?.method !== 'HEAD' && req?.httpVersion !== '1.0';
}

/** Node would take a promise for an object without names, and send nothing. */
function checkTrailers(trailers: unknown): Record<string, string> {
  if (typeof trailers === 'object' && trailers !== null && !isPromise(trailers))
    return trailers as Record<string, string>;
  const what = isPromise(trailers) ? 'a promise' : `a value of type ${typeof trailers}`;
  throw new TypeError(
    `The function trailers of ctx.stream() has returned ${what}. It must return an object. Wait for the values in the stream, before it ends.`,
  );
}

function isPromise(value: unknown): boolean {
  return typeof (value as Partial<PromiseLike<unknown>> | null)?.then === 'function';
}

/** HTTP/1.1 only has trailers after a body that is sent in chunks. Node would drop them without a word. */
function countedTrailers(): Error {
  return new Error(
    'A response with a Content-Length has no trailers. Remove the header, or send the values as headers.',
  );
}

function sizeOf(chunk: unknown): number {
  if (typeof chunk === 'string') return Buffer.byteLength(chunk);
  if (chunk instanceof Uint8Array) return chunk.byteLength;
  throw new TypeError(
    `A stream that is sent consists of strings or bytes. This one contains a value of type ${typeof chunk}.`,
  );
}
