import { AsyncLocalStorage } from 'node:async_hooks';
import { withLogFields } from '../services/log/scope.ts';
import { continueTrace, headersOf, type TraceContext, type TraceHeaders } from './trace-parent.ts';

/** Costs nothing until the first trace begins: only then does Node follow asynchronous calls. */
const traces = new AsyncLocalStorage<TraceContext>();

/**
 * Runs `work` as a part of the trace that these headers belong to, or of a new one. Whatever it logs has the `trace_id`. For
 * work outside of requests: `withTrace({ traceparent: job.traceparent }, () => this.send(job))`.
 */
export function withTrace<T>(headers: TraceHeaders, work: (trace: TraceContext) => T): T {
  const trace = continueTrace(headers);
  return traces.run(trace, () => withLogFields({ trace_id: trace.traceId }, () => work(trace)));
}

/** The trace of the current request or job; undefined outside of one. */
export function currentTrace(): TraceContext | undefined {
  return traces.getStore();
}

/** What carries the current trace to another program: `fetch(url, { headers: traceHeaders() })`. Empty outside of a trace. */
export function traceHeaders(): Record<string, string> {
  const trace = traces.getStore();
  return trace === undefined ? {} : headersOf(trace);
}
