import { STATUS_CODES } from 'node:http';
import type { TracedAnswer } from '../../framework/trace/step.ts';
import type { TracedStep, TraceEvent } from '../workshop/xray/trace-event.ts';
import { size } from '../workshop/xray/words.ts';

/** What happened to a request, in a sentence or two, and the step that decided it. */
export interface Summary {
  readonly text: string;
  /** Undefined if no step decided it: the router did, or nothing went wrong. */
  readonly step?: TracedStep;
  /** What the program said about it. */
  readonly message: string;
}

export function summaryOf(trace: TraceEvent): Summary {
  return { message: trace.error ?? reason(trace), ...decisionOf(trace) };
}

function decisionOf(trace: TraceEvent): Omit<Summary, 'message'> {
  const { steps, status, resolution } = trace;
  const open = steps.find(
    ({ kind, outcome }) => outcome === undefined && (kind === 'middleware' || kind === 'handler'),
  );
  if (trace.answer?.stream !== undefined) return { text: ofStream(trace, trace.answer.stream) };
  if (trace.isRunning) return { text: `${open ? subject(open) : handlerOf(trace)} is running.` };
  if (trace.request.isCut) return { text: 'The client left before it had sent the whole body.' };
  if (status === 0) return { text: 'The client left before the response was sent.' };
  if (resolution === undefined) return { text: noRoute(trace) };
  const stopped = steps.find(({ outcome }) => outcome === 'stopped');
  if (stopped) return { text: `Stopped by ${stopped.name}: ${reason(trace)}.${missing(trace)}`, step: stopped };
  const refused = steps.find(({ kind, outcome }) => kind === 'bind' && (outcome === 'refused' || outcome === 'threw'));
  if (refused)
    return {
      text: `${refused.name} refused the ${bodyOrQuery(trace)}: ${withoutStop(refused.note) ?? reason(trace)}.`,
      step: refused,
    };
  const threw = steps.findLast(({ outcome }) => outcome === 'threw');
  if (threw)
    return {
      text: `${subject(threw)} ${status >= 500 ? 'failed' : 'threw'}: ${withoutStop(trace.error ?? threw.note) ?? reason(trace)}.`,
      step: threw,
    };
  if (open)
    return {
      text: `${open.name} had not finished when the response was sent. An await or a return is missing.`,
      step: open,
    };
  return {
    text: `${handlerOf(trace)} responded with ${status} ${STATUS_CODES[status] ?? ''}${status >= 400 ? `: ${reason(trace)}` : ''}.`.replace(
      ' .',
      '.',
    ),
  };
}

function ofStream(trace: TraceEvent, { outcome, bytes }: NonNullable<TracedAnswer['stream']>): string {
  const name = handlerOf(trace);
  if (outcome === undefined) return `${name} is sending a stream: ${size(bytes)} so far.`;
  if (outcome === 'client left') return `The client left after ${size(bytes)} of the stream.`;
  if (outcome === 'complete') return `${name} sent a stream of ${size(bytes)}.`;
  const why = trace.error === undefined ? '' : `: ${withoutStop(trace.error)}`;
  return `${name} failed halfway${why}. The client had the status ${trace.status} and ${size(bytes)} by then.`;
}

function noRoute({ method, path, status, answer }: TraceEvent): string {
  if (status === 400) return 'The path is malformed, so no route was looked for.';
  const allowed = answer?.headers.allow;
  if (status === 204 && method === 'OPTIONS')
    return `No route handles OPTIONS; the response lists the methods of this path.`;
  return allowed
    ? `No route matches ${method} ${path}. This path has routes for ${allowed}.`
    : `No route matches ${method} ${path}.`;
}

/** What the response says, if it is an error in the usual form; the status otherwise. */
function reason({ answer, status }: TraceEvent): string {
  try {
    const { error } = JSON.parse(answer?.body ?? '') as { error?: unknown };
    if (typeof error === 'string') return withoutStop(error);
  } catch {}
  return `${status} ${STATUS_CODES[status] ?? ''}`.trim();
}

/** For the end of a sentence of ours: some messages are sentences, too. */
function withoutStop<T extends string | undefined>(message: T): T {
  return message?.replace(/\.$/, '') as T;
}

/** The response to a 401 doesn't say why, but the program knows it. The most frequent cause is that nothing was sent. */
function missing({ status, token, request: { headers } }: TraceEvent): string {
  if (token !== undefined) return ` ${token}`;
  const hasAny = ['authorization', 'cookie', 'x-api-key'].some((name) => name in headers);
  return status === 401 && !hasAny ? ' The request has no Authorization header.' : '';
}

function bodyOrQuery({ method }: TraceEvent): string {
  return method === 'GET' || method === 'HEAD' ? 'query' : 'body';
}

function subject({ kind, name }: TracedStep): string {
  return kind === 'query' ? 'A query' : kind === 'serialize' ? 'The serializer' : name || 'The handler';
}

function handlerOf({ resolution }: TraceEvent): string {
  return resolution?.handler || 'The handler';
}
