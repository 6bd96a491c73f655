import pc from 'picocolors';
import { printable } from '../../framework/services/printable.ts';
import { type Gap, withGaps } from './xray/gaps.ts';
import type { TracedStep, TraceEvent } from './xray/trace-event.ts';
import { doing, endOf, milliseconds, size } from './xray/words.ts';

/** In a terminal; the X-ray shows all of it. */
const longestQuery = 90;

/**
 * Draws a trace: the request, each layer indented below the one around it, and the response. Everything that comes from a
 * request or from the learner's program is escaped, so that it can't control the terminal.
 */
export function drawTrace(trace: TraceEvent): string {
  const lines = [
    `${pc.cyan('→')} ${pc.bold(`${trace.method} ${printable(trace.path)}`)}`,
    `  ${drawResolution(trace)}`,
  ];
  for (const step of withGaps(trace)) {
    if (trace.resolution === undefined && step.kind === 'handler') continue;
    const indent = '  '.repeat(step.depth + 1);
    if (step.kind === 'gap') {
      lines.push(`${indent}${drawGap(step)}`);
      continue;
    }
    lines.push(`${indent}${drawStep(step)}`);
    const note = printable(step.note ?? '');
    if (note !== '') lines.push(`${indent}  ${step.outcome === 'accepted' ? pc.dim(note) : pc.bold(note)}`);
  }
  lines.push(drawEnd(trace));
  return lines.join('\n');
}

function drawGap({ parts, ms }: Gap): string {
  const [first, ...others] = parts;
  const rest = others.map((part) => `, ${milliseconds(part.ms)} of it ${printable(doing(part))}`).join('');
  return pc.dim(`${printable(doing(first!))} ${milliseconds(ms)}${rest}`);
}

function drawEnd(trace: TraceEvent): string {
  const { status, answer, ms } = trace;
  const end = endOf(trace);
  const shown = [
    status > 0 && drawStatus(status),
    end !== '' && pc.bold(end),
    pc.dim(milliseconds(ms)),
    answer?.stream && pc.dim(`a stream of ${size(answer.stream.bytes)}`),
  ];
  const error = trace.error && (status >= 500 || end === 'failed halfway') && `  ${pc.red(printable(trace.error))}`;
  return `${pc.cyan('←')} ${shown.filter(Boolean).join(' ')}${error || ''}`;
}

function drawResolution({ resolution, method, status }: TraceEvent): string {
  if (resolution === undefined && status === 400) return pc.bold('the path is malformed');
  if (resolution === undefined) {
    return method === 'OPTIONS' && status === 204
      ? pc.dim('no route; the response lists the methods of this path')
      : pc.bold('no route matches');
  }
  const { path, kind, cached, params } = resolution;
  const values = Object.entries(params).map(([name, value]) => `${name} = ${JSON.stringify(value)}`);
  const how = [kind, cached && 'from the cache', ...values].filter(Boolean).join(', ');
  return `${pc.dim('route')} ${printable(path)} ${pc.dim(`(${printable(how)})`)}`;
}

function drawStep({ kind, ms, outcome, value, rows, ...step }: TracedStep): string {
  const name = printable(step.name);
  if (kind === 'set') return `${pc.dim('set')} ${name}${value === undefined ? '' : pc.dim(` = ${printable(value)}`)}`;
  if (kind === 'query') {
    const many = rows === undefined ? '' : `, ${rows} ${rows === 1 ? 'row' : 'rows'}`;
    const sql = name.length > longestQuery ? `${name.slice(0, longestQuery)}…` : name;
    return `${pc.dim('query')} ${sql} ${pc.dim(milliseconds(ms) + many)}`;
  }
  if (kind === 'serialize') return `${pc.dim('serialize')} ${pc.dim(milliseconds(ms))}`;
  const word =
    outcome === 'stopped' || outcome === 'refused' || outcome === 'threw' ? pc.bold(outcome) : pc.dim(outcome ?? '');
  return [pc.dim(kind), name || '(in the route)', word, pc.dim(milliseconds(ms))].filter(Boolean).join(' ');
}

function drawStatus(status: number): string {
  const colour = status >= 500 ? pc.red : status >= 400 ? pc.bold : pc.green;
  return colour(String(status));
}
