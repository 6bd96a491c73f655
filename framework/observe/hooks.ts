import type { ServerResponse } from 'node:http';
import type { Context } from '../http/context.ts';
import type { FlatRoute } from '../routing/route.ts';
import type { Log } from '../services/log/log.ts';
import { type ResponseListener, reportResponse } from './response-summary.ts';

/** What is known about a request before its first middleware runs. */
export interface RequestSummary {
  readonly method: string;
  /** The path of the route, such as `/posts/:id`; undefined if none matched. */
  readonly route: string | undefined;
}

/** Called for each request, with its context and the application's log. */
export type RequestListener = (request: RequestSummary, ctx: Context, log: Log) => void;

export interface Hooks {
  /** Called before the middlewares of each request. Every call is followed by exactly one of `onResponse`. */
  onRequest?: RequestListener;
  /** Called after each response, except to unreadable requests and during overload. `logResponses` logs a line. */
  onResponse?: ResponseListener;
}

/** Nothing waits for a listener, and it can't break anything. */
export function observe(hooks: Hooks, ctx: Context, outgoing: ServerResponse, route: FlatRoute, log: Log): void {
  const { onRequest, onResponse } = hooks;
  if (onResponse !== undefined) reportResponse(ctx, outgoing, route, log, onResponse);
  if (onRequest === undefined) return;
  try {
    // The 404 has an empty path.
    onRequest({ method: ctx.request.method, route: route.path || undefined }, ctx, log);
  } catch (error) {
    log.error('onRequest failed', { error });
  }
}
