import { type OutgoingHttpHeaders, type ServerResponse, validateHeaderName, validateHeaderValue } from 'node:http';
import type { Readable } from 'node:stream';
import { notABody } from '../hints/responses.ts';
import { discard, isReadable } from '../streams/readable.ts';
import { type Head, type Sending, type Sent, sendStream, withoutFraming } from '../streams/send-stream.ts';
import { closesEarly, endAfterBody } from '../streams/skip-body.ts';

export type Body = string | Uint8Array | Readable;

/** The response while it is being put together. Nothing is sent before the chain has returned. */
export class OutgoingResponse {
  /** 0 until a handler, a middleware or the platform chooses one. */
  status = 0;
  body: Body | undefined;
  contentType = '';
  headers: OutgoingHttpHeaders | undefined;
  /** How a stream is sent. */
  streamOptions: Sending | undefined;

  /** Rejects line breaks and other bytes that could forge a header, here, where the stack trace shows who set it. */
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

  /** Also a header that a middleware has set. Headers that are added when the response is sent, such as `Date`, stay. */
  removeHeader(name: string): this {
    delete this.headers?.[name.toLowerCase()];
    return this;
  }

  /** Adds a value to a header that may have several, such as `Set-Cookie` and `Vary`. */
  appendHeader(name: string, value: string): this {
    const before = this.getHeader(name);
    if (before === undefined) return this.setHeader(name, value);
    return this.setHeader(name, [...(Array.isArray(before) ? before : [String(before)]), value]);
  }
}

/** Headers that describe the content of a response, and so don't apply to the error that replaces it. */
const contentHeaders = /^(content-(type|length|encoding|disposition|range)|etag|last-modified|location|trailer)$/;

/** Makes room for an error. Headers set by middlewares, such as those of CORS, stay. */
export function clearContent(response: OutgoingResponse): void {
  discard(response.body);
  Object.assign(response, { body: undefined, contentType: '' });
  for (const name in response.headers) if (contentHeaders.test(name)) delete response.headers[name];
  // The content was cacheable, the error isn't. If nothing was said about caching, we say nothing either.
  if (response.getHeader('cache-control') !== undefined) response.setHeader('cache-control', 'no-store');
}

/** Writes the response, all headers in one `writeHead`, and calls `sent`: for a stream later, and again if it fails. */
export function send(outgoing: ServerResponse, response: OutgoingResponse, sent: Sent): void {
  const { body, status } = response;
  // The client has disconnected, or `refuseClient` has already responded, because the rest of the request is malformed.
  if (outgoing.destroyed || outgoing.headersSent) discard(body);
  else if (body === undefined || status === 204 || status === 304) sendEmpty(outgoing, response);
  else if (typeof body === 'string' || body instanceof Uint8Array) sendWhole(outgoing, response, body);
  else if (!isReadable(body)) throw notABody(body);
  else return void sendStream(outgoing, headOf(response), body, sent);
  sent();
}

function sendWhole(outgoing: ServerResponse, response: OutgoingResponse, body: string | Uint8Array): void {
  // A client whose body is too large is still sending it.
  if (response.status === 413 && !outgoing.req.complete) response.setHeader('connection', 'close');
  const isUnread = closesEarly(outgoing, response);
  outgoing.writeHead(response.status || 200, headersFor(outgoing, response, body));
  if (isUnread) endAfterBody(outgoing, body);
  else end(outgoing, body);
}

/**
 * `end(body)` would give the socket two chunks, the response and an empty one that marks its end, and sending an array
 * of chunks takes Node and the kernel longer than sending one. Written first and then ended, it is one chunk.
 */
function end(outgoing: ServerResponse, body: string | Uint8Array): void {
  const { socket } = outgoing;
  // Node gives the socket to one response of a connection at a time. Until it's ours, Node queues what we write.
  if (socket === null) return void outgoing.end(body);
  socket.cork();
  outgoing.write(body);
  socket.uncork();
  outgoing.end();
}

function headersFor(
  outgoing: ServerResponse,
  response: OutgoingResponse,
  body: string | Uint8Array,
): OutgoingHttpHeaders {
  const length = typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength;
  const type = response.contentType || 'application/octet-stream';
  const headers = withoutFraming(response.headers);
  if (headers === undefined) return { 'content-type': type, 'content-length': length };
  headers['content-type'] ??= type;
  if (!keepsLength(outgoing, headers)) headers['content-length'] = length;
  return headers;
}

/** A response to HEAD has the length that GET would have, and only the handler may know it. A success without a body doesn't tell. */
function keepsLength({ req }: ServerResponse, headers: OutgoingHttpHeaders | undefined, emptyStatus = 400): boolean {
  return req.method === 'HEAD' && (emptyStatus < 300 || headers?.['content-length'] !== undefined);
}

/** A 204 or 304 ends with its headers: a client would take a body for the start of the next response. */
function sendEmpty(outgoing: ServerResponse, response: OutgoingResponse): void {
  discard(response.body);
  const status = response.status || 204;
  if (status === 204) delete response.headers?.['content-length'];
  else if (status !== 304 && !keepsLength(outgoing, response.headers, status)) response.setHeader('content-length', 0);
  outgoing.writeHead(status, withoutFraming(response.headers));
  if (closesEarly(outgoing, response)) endAfterBody(outgoing, '');
  else outgoing.end();
}

function headOf({ status, contentType, headers, streamOptions: options }: OutgoingResponse): Head {
  const typed = contentType === '' ? headers : { 'content-type': contentType, ...headers };
  return { status: status || 200, headers: typed, options };
}
