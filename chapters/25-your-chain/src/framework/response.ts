import { type OutgoingHttpHeaders, type ServerResponse, validateHeaderName, validateHeaderValue } from 'node:http';
import { pipeline, Readable } from 'node:stream';

export type Body = string | Uint8Array | Readable;

/** The response while it is being put together. Nothing is sent before the handler has returned. */
export class OutgoingResponse {
  /** 0 until a handler or a middleware chooses one. */
  status = 0;
  body: Body | undefined;
  contentType = '';
  headers: OutgoingHttpHeaders | undefined;

  /** Sets a header. Throws if it contains a line break or another character that could forge a header. */
  setHeader(name: string, value: string | number | string[]): this {
    validateHeaderName(name);
    for (const text of [value].flat()) validateHeaderValue(name, String(text));
    this.headers ??= {};
    this.headers[name.toLowerCase()] = value;
    return this;
  }

  getHeader(name: string): OutgoingHttpHeaders[string] {
    return this.headers?.[name.toLowerCase()];
  }

  /** Adds a value to a header that may have several, such as `Set-Cookie`. */
  appendHeader(name: string, value: string): this {
    const before = this.getHeader(name);
    return this.setHeader(name, before === undefined ? value : [before, value].flat().map(String));
  }
}

/** Writes the response. */
export function send(outgoing: ServerResponse, response: OutgoingResponse): void {
  const { body, status } = response;
  // The client has disconnected, or the server has already refused the rest of its request.
  if (outgoing.destroyed || outgoing.headersSent) discard(body);
  else if (body === undefined || status === 204 || status === 304) sendEmpty(outgoing, response);
  else if (body instanceof Readable) sendStream(outgoing, response, body);
  else sendWhole(outgoing, response, body);
}

function sendWhole(outgoing: ServerResponse, response: OutgoingResponse, body: string | Uint8Array): void {
  // The client is still sending its body. To close the connection now would reset it before the client has read this.
  const isUnread = response.status === 413 && !outgoing.req.complete;
  if (isUnread) response.setHeader('connection', 'close');
  const headers = response.headers ?? {};
  headers['content-type'] ??= response.contentType || 'application/octet-stream';
  headers['content-length'] = Buffer.byteLength(body);
  outgoing.writeHead(response.status || 200, headers);
  if (isUnread) endAfterBody(outgoing, body);
  else outgoing.end(body);
}

/** A 204 or 304 ends with its headers: a client would take a body for the start of the next response. */
function sendEmpty(outgoing: ServerResponse, response: OutgoingResponse): void {
  discard(response.body);
  const status = response.status || 204;
  if (status !== 204 && status !== 304) response.setHeader('content-length', 0);
  outgoing.writeHead(status, response.headers);
  outgoing.end();
}

/** Reads and discards for a moment what the client is still sending. */
function endAfterBody(outgoing: ServerResponse, body: string | Uint8Array): void {
  outgoing.write(body);
  const timer = setTimeout(() => outgoing.end(), 1_000);
  outgoing.req.once('close', () => clearTimeout(timer));
  outgoing.req.once('end', () => outgoing.end());
  outgoing.req.resume();
}

function sendStream(outgoing: ServerResponse, response: OutgoingResponse, body: Readable): void {
  outgoing.writeHead(response.status || 200, response.headers);
  // The headers are out. If the stream fails, `pipeline` cuts the connection, and the client sees that something is missing.
  if (outgoing.req.method !== 'HEAD') return void pipeline(body, outgoing, () => {});
  discard(body);
  outgoing.end();
}

/** Releases what a stream holds, such as an open file, when nobody is going to read it. */
export function discard(body: Body | undefined): void {
  if (body instanceof Readable) body.destroy();
}
