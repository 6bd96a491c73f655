import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context } from '../http/context.ts';
import { parseTarget } from '../http/target.ts';
import type { FlatRoute } from '../routing/route.ts';
import type { Log } from '../services/log/log.ts';
import { isSent } from '../streams/skip-body.ts';
import { inScopeOf } from './request-scope.ts';

/** What is known about a response after it has ended. */
export interface ResponseSummary {
  readonly method: string;
  /** The canonical path, without the query; as it was sent if it was malformed. */
  readonly path: string;
  /** The path of the route, such as `/posts/:id`; undefined if none matched. */
  readonly route: string | undefined;
  /** 0 if the client disconnected before there was a response. */
  readonly status: number;
  /** What was written to the connection, with the headers. */
  readonly bytes: number;
  readonly ms: number;
  /** False if the client disconnected, or the connection was closed, before the whole response had been sent. */
  readonly complete: boolean;
}

/** Called after each response, with the context of its request and the application's log. */
export type ResponseListener = (response: ResponseSummary, ctx: Context, log: Log) => void;

/** Calls the listener when the response has ended. Nothing waits for the listener, and it can't break anything. */
export function reportResponse(
  ctx: Context,
  outgoing: ServerResponse,
  route: FlatRoute,
  log: Log,
  listener: ResponseListener,
): void {
  const start = performance.now();
  const { incoming, method } = ctx.request;
  const { socket } = incoming;
  // Requests on one connection take turns, so everything that is written from now on belongs to this response.
  const before = socket.bytesWritten;
  outgoing.once('close', () => {
    const summary = {
      method,
      path: pathOf(ctx, incoming),
      // The 404 has an empty path.
      route: route.path || undefined,
      status: outgoing.headersSent ? outgoing.statusCode : 0,
      bytes: socket.bytesWritten - before,
      ms: performance.now() - start,
      complete: isSent(outgoing),
    };
    try {
      inScopeOf(ctx, () => listener(summary, ctx, log));
    } catch (error) {
      log.error('onResponse failed', { error });
    }
  });
}

/** A malformed target has no canonical path. Its host and query may contain secrets, so they are removed. */
function pathOf({ request }: Context, { url = '' }: IncomingMessage): string {
  if (request.path !== '/' || parseTarget(url) !== undefined) return request.path;
  return url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, '').split(/[?#]/)[0] ?? '';
}

/** A line in the log for each response: `createApp(AppModule, { onResponse: logResponses })`. */
export const logResponses: ResponseListener = (response, ctx, log) => {
  const { method, path, route, status, bytes, ms, complete } = response;
  log.info(`${method} ${path} ${status}`, {
    route,
    bytes,
    ms: Math.round(ms * 10) / 10,
    // Undefined fields are left out.
    aborted: complete ? undefined : true,
    request_id: ctx.get<string | undefined>('request_id'),
  });
};
