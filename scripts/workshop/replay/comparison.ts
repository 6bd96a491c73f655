import { printable } from '../../../framework/services/printable.ts';
import { maskHeader, maskJson } from '../../../framework/trace/masks.ts';
import type { Exchange } from '../check/exchange.ts';
import type { TracedStep, TraceEvent } from '../xray/trace-event.ts';

/** One line of a request's way through a program, and of its response. */
interface Line {
  readonly text: string;
  /** What is compared: without names, times and made-up values. Undefined if the line is only shown. */
  readonly key?: string;
}

/** The same request in both programs. */
export interface Comparison {
  readonly mine: readonly string[];
  readonly solution: readonly string[];
  /** The first line that differs, in each of them. Undefined if both programs respond alike. */
  readonly difference?: { readonly mine: number; readonly solution: number };
}

/**
 * Two programs that respond alike don't differ, whatever they do inside. If the responses differ, the first difference is
 * where their paths through the programs diverge, or else in the response itself.
 */
export function compare(mine: Exchange, solution: Exchange): Comparison {
  const [mineWay, solutionWay] = [wayOf(mine), wayOf(solution)];
  const [mineEnd, solutionEnd] = [responseOf(mine, solution), responseOf(solution, mine)];
  const shown = {
    mine: [...mineWay, ...mineEnd].map(({ text }) => printable(text)),
    solution: [...solutionWay, ...solutionEnd].map(({ text }) => printable(text)),
  };
  if (keysOf(mineEnd).join('\n') === keysOf(solutionEnd).join('\n')) return shown;
  const [left, right] = [compared([...mineWay, ...mineEnd]), compared([...solutionWay, ...solutionEnd])];
  const longest = Math.max(left.length, right.length);
  const at = Array.from({ length: longest }).findIndex((_, index) => left[index]?.key !== right[index]?.key);
  const place = (lines: typeof left) => (lines[at] ?? lines.at(-1)!).index;
  return { ...shown, difference: { mine: place(left), solution: place(right) } };
}

function compared(lines: readonly Line[]): (Line & { index: number })[] {
  return lines.map((line, index) => ({ ...line, index })).filter(({ key }) => key !== undefined);
}

function keysOf(lines: readonly Line[]): string[] {
  return lines.flatMap(({ key }) => key ?? []);
}

function wayOf({ request, trace }: Exchange): Line[] {
  const head = { text: `→ ${request.method} ${request.path}` };
  if (trace === undefined) return [head];
  const { resolution, steps } = trace;
  if (resolution === undefined) return [head, { text: '  no route matches', key: 'no route' }];
  const { path, kind } = resolution;
  const route = { text: `  route ${path} (${kind})`, key: `route ${path.replace(/:\w+/g, ':')}` };
  return [head, route, ...steps.filter((step) => step.kind !== 'serialize').flatMap((step) => linesOf(step, trace))];
}

function linesOf({ kind, name, depth, outcome, note, value }: TracedStep, { status }: TraceEvent): Line[] {
  const indent = '  '.repeat(depth + 1);
  const words = [kind, name || '(in the route)', value && `= ${value}`, outcome].filter(Boolean).join(' ');
  const line = { text: indent + words, ...keyOf(kind, outcome, status) };
  return note ? [line, { text: `${indent}  ${note}` }] : [line];
}

/** A handler may throw an error or return it: only a crash is a difference. */
function keyOf(kind: string, outcome: string | undefined, status: number): { key?: string } {
  if (kind === 'handler') return { key: outcome === 'threw' && status >= 500 ? 'handler failed' : 'handler' };
  // A middleware that lets the request through may be one that a later step adds.
  if (kind === 'middleware') return outcome === 'stopped' || outcome === 'threw' ? { key: 'stopped' } : {};
  return kind === 'bind' ? { key: `bind ${outcome}` } : {};
}

/** They say when and how the response was sent, or follow from the body. */
const incidental = new Set(['date', 'connection', 'keep-alive', 'content-length', 'transfer-encoding', 'etag']);

/** The status, the body, and the headers that the other response doesn't have, or has otherwise. */
function responseOf(exchange: Exchange, other: Exchange): Line[] {
  const { status, headers, content, problem, trace } = exchange;
  if (problem !== undefined) return [{ text: `← ${problem}`, key: problem }];
  const error = status >= 500 && trace?.error ? `  ${trace.error}` : '';
  const differing = [...headers].filter(
    ([name, value]) =>
      !incidental.has(name) && lasting(value, exchange) !== lasting(other.headers.get(name) ?? '', other),
  );
  const lines = [
    ...differing.map(([name, value]) => [`${name}: ${maskHeader(name, value)}`, `${name}: ${value}`]),
    ...(content === '' ? [] : [[shorten(maskJson(content)), content]]),
  ];
  return [
    { text: `← ${status}${error}`, key: String(status) },
    ...lines.map(([text = '', whole = '']) => {
      const key = lasting(whole, exchange);
      return { text: `    ${text}${key.includes(sentBefore) ? ' (the value that was sent)' : ''}`, key };
    }),
  ];
}

const sentBefore = '<sent>';
const changing =
  /\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b|\b\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)|\b\w{3}, \d\d \w{3} \d{4} [\d:]+ GMT\b|\beyJ[\w-]+\.[\w-]+\.[\w-]+|(?=[\w-]*\d)(?=[\w-]*[a-zA-Z])[\w-]{20,}/gi;

/** Without values that are new in each run: ids, times, tokens. A value that was in the request is not new. */
function lasting(text: string, { request }: Exchange): string {
  const sent = [request.path, ...Object.values(request.headers), request.body ?? ''].join('\n');
  return text.replace(changing, (value) => (sent.includes(value) ? sentBefore : '<new>'));
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > 400 ? `${line.slice(0, 400)}…` : line;
}
