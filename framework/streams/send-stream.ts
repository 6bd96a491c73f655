import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { finished, type Readable } from 'node:stream';
import { discard } from './readable.ts';

/** The part of a response that precedes its body. */
export interface Head {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders | undefined;
  readonly trailers: Trailers | undefined;
}

/** Called when the source has ended. */
export type Trailers = () => Record<string, string>;

export interface StreamOptions {
  /** Headers that are only known when the source has ended, such as a digest. They are sent after the body. */
  trailers?: Trailers;
}

/** Called without an error when the head has been written or the client has gone, and with one when the stream fails. */
export type Sent = (error?: Error) => void;

/**
 * Sends a stream at the pace of its reader. The head goes out with the first chunk, so a stream that fails before it can
 * still become an error response; afterwards, the only way to report a failure to the client is to cut the connection.
 * Not `pipeline`, which cuts the connection in both cases.
 */
export function sendStream(outgoing: ServerResponse, head: Head, body: Readable, sent: Sent): void {
  if (!hasTrailers(outgoing)) delete head.headers?.trailer;
  // HEAD doesn't open the source of a stream.
  if (outgoing.req.method === 'HEAD') {
    discard(body);
    outgoing.writeHead(head.status, head.headers);
    outgoing.end();
    return void sent();
  }
  const promised = promisedLength(head.headers);
  if (promised !== undefined && head.trailers !== undefined) throw countedTrailers();
  let written = 0;
  let isOver = false;
  const begin = (): void => {
    if (outgoing.headersSent) return;
    outgoing.writeHead(head.status, head.headers);
    sent();
  };
  const end = (): void => {
    begin();
    if (head.trailers !== undefined) outgoing.addTrailers(head.trailers());
    isOver = true;
    outgoing.end();
  };
  const fail = (error: Error): void => {
    if (isOver) return;
    isOver = true;
    body.destroy();
    const isLate = outgoing.headersSent;
    sent(error);
    if (isLate) outgoing.destroy();
  };
  outgoing.once('close', () => {
    const isUnanswered = !isOver && !outgoing.headersSent;
    isOver = true;
    body.destroy();
    if (isUnanswered) sent();
  });
  outgoing.on('drain', () => body.resume());
  finished(body, { writable: false }, (error) => {
    if (isOver) return;
    if (error) fail(error);
    else if (promised !== undefined && written < promised) fail(wrongLength(promised, `ended after ${written}`));
    else attempt(end, fail);
  });
  if (body.readableEnded) return void fail(new Error('The stream was read to its end before it could be sent.'));
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

/** Node refuses to announce trailers if it can't send them: to HEAD, and to a client of HTTP/1.0. */
function hasTrailers({ req }: ServerResponse): boolean {
  return req.method !== 'HEAD' && req.httpVersion !== '1.0';
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
