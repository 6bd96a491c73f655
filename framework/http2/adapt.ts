import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import {
  constants,
  type Http2SecureServer,
  type Http2ServerRequest,
  type Http2ServerResponse,
  type ServerHttp2Stream,
} from 'node:http2';
import { timerOf } from '../hints/limits.ts';
import { allowTime } from '../streams/request-time.ts';

/** The limits that Node only has for HTTP/1.1. In milliseconds. */
export interface StreamLimits {
  readonly requestTimeout: number;
  readonly sendTimeout: number;
}

type Refuse = (outgoing: ServerResponse, status: number) => void;

/** Their responses have no body. Node would report one as a write after the end. */
const withoutBody = new Set([204, 205, 304]);

/** HTTP/2 has no such headers: a connection carries many requests. */
const ofConnection = new Set(['connection', 'keep-alive', 'transfer-encoding']);

export function isHttp2(server: object): server is Http2SecureServer {
  return 'updateSettings' in server;
}

/**
 * Makes the request and the response of an HTTP/2 stream look like those of HTTP/1.1, which the dispatcher expects, and gives
 * the stream its limits. `refuse` responds to a request that is too slow.
 */
export function adapt(
  request: Http2ServerRequest,
  response: Http2ServerResponse,
  limits: StreamLimits,
  refuse: Refuse,
) {
  const { stream } = response;
  const { session } = stream;
  const incoming = request as unknown as IncomingMessage;
  const outgoing = response as unknown as ServerResponse;
  const socket = {
    remoteAddress: session?.socket.remoteAddress,
    remotePort: session?.socket.remotePort,
    localPort: session?.socket.localPort,
    encrypted: session?.encrypted,
    bytesWritten: 0,
    _httpMessage: outgoing,
    // Called when the request takes too long.
    server: { emit: () => refuseSlow(request, response, () => refuse(outgoing, 408)) },
  };
  define(incoming, {
    headers: { value: headersOf(request) },
    socket: { value: socket },
    // Node counts a body that has arrived, but that nobody has read, as incomplete.
    complete: { get: () => stream.endAfterHeaders || stream.destroyed || stream.state.remoteClose === 1 },
  });
  define(outgoing, {
    socket: { value: null },
    destroyed: { get: () => stream.destroyed },
    ...bodyMethods(request, response, socket),
  });
  allowTime(incoming, timerOf(limits.requestTimeout));
  cutIfUnread(response, limits.sendTimeout);
  failIfReset(request);
  stream.once('finish', () => {
    // Whoever reads the body decides whether it is still read.
    outgoing.emit('responded');
    refuseRest(request, incoming);
  });
  // Node would wait until somebody has read what was to be sent to this client.
  stream.once('aborted', () => setImmediate(() => stream.destroy()));
  return { incoming, outgoing };
}

/** If nobody reads the rest of the body, or no longer, the client is told to keep it. */
function refuseRest(request: Http2ServerRequest, incoming: IncomingMessage): void {
  if (incoming.complete) return;
  const isUnread = request.listenerCount('data') + request.listenerCount('readable') === 0;
  if (isUnread) closeAfterEnd(request.stream);
  else setTimeout(refuseRest, 100, request, incoming).unref();
}

/** Node calls a stream finished before its end was sent. Closed at once, the response would be incomplete to the client. */
function closeAfterEnd(stream: ServerHttp2Stream, attempts = 100): void {
  if (stream.destroyed || stream.state.localClose === 1 || attempts === 0) stream.close();
  else setTimeout(closeAfterEnd, 10, stream, attempts - 1);
}

/** Node ends the body of a request that the client resets with the code NO_ERROR like one that is complete. */
function failIfReset(request: Http2ServerRequest): void {
  const { stream } = request;
  const push = stream.push;
  stream.push = function (chunk, encoding) {
    // The end that the client sends comes while the stream is open.
    if (chunk === null && stream.closed && !hasEnded(stream)) request.destroy();
    return push.call(this, chunk, encoding);
  };
}

/** Whether the end of a body has arrived. Node has no public name for it until everything has been read. */
function hasEnded(stream: ServerHttp2Stream & { _readableState?: { ended: boolean } }): boolean {
  return stream._readableState?.ended === true;
}

/** Responds, and tells the client to keep the rest. As in HTTP/1.1, the request counts as cut. */
function refuseSlow(request: Http2ServerRequest, response: Http2ServerResponse, respond: () => void): void {
  const { stream } = response;
  respond();
  // Not `response.end`, which would mark the response as complete.
  stream.end(() => {
    // Bun would end the body like one that is complete.
    request.destroy();
    closeAfterEnd(stream);
  });
}

/** Without those that are part of the request line, and with the two that HTTP/1.1 requires: the host, and the sign of a body. */
function headersOf({ headers, stream }: Http2ServerRequest): Record<string, string | string[] | undefined> {
  const { ':authority': authority, host } = headers;
  const plain = Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith(':')));
  // Two different hosts are an attempt to mean one to a proxy and the other to us. Joined, they are refused.
  if (authority !== undefined)
    plain.host = host === undefined || host === authority ? authority : `${authority}, ${host}`;
  if (!stream.endAfterHeaders && plain['content-length'] === undefined) plain['transfer-encoding'] = 'chunked';
  return Object.assign(Object.create(null), plain);
}

/** The methods that write. They count bytes, leave out what HTTP/2 doesn't allow, and report a cut to the client. */
function bodyMethods(request: Http2ServerRequest, response: Http2ServerResponse, socket: { bytesWritten: number }) {
  const { stream } = response;
  const { write, end, writeHead } = response;
  let isEnded = false;
  const isBodyless = () => request.method === 'HEAD' || withoutBody.has(response.statusCode);
  const count = (chunk: unknown) => {
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) socket.bytesWritten += Buffer.byteLength(chunk);
  };
  return {
    writeHead: {
      value(status: number, headers: OutgoingHttpHeaders = {}) {
        const allowed = Object.entries(headers).filter(([name]) => !ofConnection.has(name));
        response.statusCode = status;
        for (const [name, value] of allowed) if (value !== undefined) response.setHeader(name, value as string);
        writeHead.call(response, status, undefined as never);
        return this;
      },
    },
    write: {
      value(chunk: string | Uint8Array, done?: (error?: Error) => void) {
        if (isBodyless()) return true;
        count(chunk);
        return write.call(response, chunk as string, 'utf8', done as () => void);
      },
    },
    end: {
      value(chunk?: string | Uint8Array) {
        if (chunk !== undefined) this.write(chunk);
        isEnded = true;
        end.call(response, undefined as never, undefined as never);
        return this;
      },
    },
    // Node also ends a stream that the client has reset.
    writableFinished: {
      get: () => isEnded && stream.writableFinished && stream.rstCode === constants.NGHTTP2_NO_ERROR,
    },
    destroy: { value: () => stream.close(constants.NGHTTP2_INTERNAL_ERROR) },
  } as PropertyDescriptorMap & ThisType<{ write(chunk: unknown): boolean }>;
}

/** A stream that has something to send and sends nothing has a client that doesn't read. */
function cutIfUnread({ stream }: Http2ServerResponse, timeout: number): void {
  if (timeout === Number.POSITIVE_INFINITY) return;
  const look = (): void => {
    if (stream.writableLength > 0) stream.close(constants.NGHTTP2_CANCEL);
    else stream.setTimeout(timerOf(timeout));
  };
  stream.on('timeout', look);
  stream.setTimeout(timerOf(timeout));
}

function define(target: object, properties: PropertyDescriptorMap): void {
  for (const [name, descriptor] of Object.entries(properties)) {
    Object.defineProperty(target, name, { configurable: true, ...descriptor });
  }
}
