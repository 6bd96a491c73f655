import { type OutgoingHttpHeaders, type ServerResponse, validateHeaderName, validateHeaderValue } from 'node:http';
import { pipeline, type Readable } from 'node:stream';
import { drain } from './body.ts';

export type Body = string | Uint8Array | Readable;

/** The answer as it is being put together. Nothing goes out before the chain has returned. */
export class OutgoingResponse {
  /** 0 until somebody chooses one. */
  status = 0;
  body: Body | undefined;
  contentType = '';
  headers: OutgoingHttpHeaders | undefined;

  /** Refuses line breaks and other bytes that would forge a header, here, where the stack shows who did it. */
  setHeader(name: string, value: string | number | string[]): this {
    validateHeaderName(name);
    for (const text of Array.isArray(value) ? value : [value]) validateHeaderValue(name, text as string);
    this.headers ??= {};
    this.headers[name.toLowerCase()] = value;
    return this;
  }

  getHeader(name: string): string | number | string[] | undefined {
    return this.headers?.[name.toLowerCase()];
  }

  /** Adds to a header that may stand several times, such as `Set-Cookie` and `Vary`. */
  appendHeader(name: string, value: string): this {
    const before = this.getHeader(name);
    if (before === undefined) return this.setHeader(name, value);
    return this.setHeader(name, [...(Array.isArray(before) ? before : [String(before)]), value]);
  }
}

/** Tells that a stream failed halfway, when it is too late for another answer. */
export type StreamFailed = (error: Error) => void;

/** Writes the answer: all headers in one `writeHead`, always with a length, so that the connection can be kept. */
export function send(outgoing: ServerResponse, answer: OutgoingResponse, failed: StreamFailed): void {
  const { body, status } = answer;
  // The client has left, or its request broke off and was refused: an answer has no reader, or a second one no place.
  if (outgoing.destroyed || outgoing.headersSent) discard(body);
  else if (body === undefined || status === 204 || status === 304) sendEmpty(outgoing, answer);
  else if (isStream(body)) sendStream(outgoing, answer, body, failed);
  else sendWhole(outgoing, answer, body);
}

function sendWhole(outgoing: ServerResponse, answer: OutgoingResponse, body: string | Uint8Array): void {
  // Whoever sends too much is still sending.
  const isUnread = answer.status === 413 && !outgoing.req.complete;
  if (isUnread) answer.setHeader('connection', 'close');
  outgoing.writeHead(answer.status || 200, headersFor(answer, body));
  if (isUnread) {
    outgoing.write(body);
    void drain(outgoing.req).then(() => outgoing.end());
  } else {
    end(outgoing, body);
  }
}

/**
 * `end(body)` would give the socket two pieces, the whole answer and an empty one that marks its end, and a list of
 * pieces takes the kernel and Node longer than one. Written and then ended, it is one.
 */
function end(outgoing: ServerResponse, body: string | Uint8Array): void {
  const { socket } = outgoing;
  // The answer before it is not through yet: it waits for its turn.
  if (socket === null) return void outgoing.end(body);
  socket.cork();
  outgoing.write(body);
  socket.uncork();
  outgoing.end();
}

function headersFor({ headers, contentType }: OutgoingResponse, body: string | Uint8Array): OutgoingHttpHeaders {
  const length = typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength;
  if (headers === undefined) return { 'content-type': contentType, 'content-length': length };
  headers['content-type'] ??= contentType;
  headers['content-length'] = length;
  return headers;
}

/** A 204 and a 304 end with their head: a length, or worse a body, would be taken for the next answer. */
function sendEmpty(outgoing: ServerResponse, answer: OutgoingResponse): void {
  discard(answer.body);
  const status = answer.status || 204;
  if (status !== 204 && status !== 304) answer.setHeader('content-length', 0);
  outgoing.writeHead(status, answer.headers);
  outgoing.end();
}

function sendStream(outgoing: ServerResponse, answer: OutgoingResponse, body: Readable, failed: StreamFailed): void {
  if (answer.contentType !== '') answer.headers = { 'content-type': answer.contentType, ...answer.headers };
  outgoing.writeHead(answer.status || 200, answer.headers);
  if (outgoing.req.method === 'HEAD') {
    discard(body);
    outgoing.end();
    return;
  }
  // The head is out: a stream that fails can only be shown by cutting the connection, which `pipeline` does.
  pipeline(body, outgoing, (error) => {
    // When the client leaves, `pipeline` ends the stream with an error; a stream that its owner closes early has none.
    const hasClientLeft = error?.code === 'ERR_STREAM_PREMATURE_CLOSE' && body.errored !== null;
    if (error && !hasClientLeft) failed(error);
  });
}

/** A stream that nobody will read holds its file open until somebody says so. */
export function discard(body: Body | undefined): void {
  if (isStream(body)) body.destroy();
}

function isStream(body: Body | undefined): body is Readable {
  return typeof body === 'object' && 'pipe' in body;
}
