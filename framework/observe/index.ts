/** What an application needs to be observed. All of it is part of the package's main entry. */

export { addLogFields, currentLogFields, withLogFields } from '../services/log/scope.ts';
export type { RequestListener, RequestSummary } from './hooks.ts';
export { logScope } from './log-scope.ts';
export { logResponses, type ResponseListener, type ResponseSummary } from './response-summary.ts';
export { traceHeaders, withTrace } from './trace.ts';
export { traceContext } from './trace-context.ts';
export type { TraceContext } from './trace-parent.ts';
