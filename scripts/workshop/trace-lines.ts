import pc from 'picocolors';

/** A request's trip, as the program's trace channel tells it over IPC. */
export interface TraceEvent {
  method: string;
  path: string;
  resolution?: { path: string; kind: string; cached: boolean; params: Record<string, string>; handler: string };
  steps: { kind: string; name: string; depth: number; ms: number; outcome?: string; note?: string }[];
  status: number;
  ms: number;
  error?: string;
}

/** Draws a trip: the way in, each layer indented below the one around it, and the answer. */
export function drawTrace(trace: TraceEvent): string {
  const lines = [
    `${pc.cyan('→')} ${pc.bold(`${trace.method} ${printable(trace.path)}`)}`,
    `  ${drawResolution(trace)}`,
  ];
  for (const step of trace.steps) {
    if (trace.resolution === undefined && step.kind === 'handler') continue;
    const indent = '  '.repeat(step.depth + 1);
    lines.push(`${indent}${drawStep(step)}`);
    if (step.note) lines.push(`${indent}  ${pc.yellow(step.note)}`);
  }
  const error = trace.error && trace.status >= 500 ? `  ${pc.red(trace.error)}` : '';
  lines.push(`${pc.cyan('←')} ${drawStatus(trace.status)} ${pc.dim(milliseconds(trace.ms))}${error}`);
  return lines.join('\n');
}

function drawResolution({ resolution, method, status }: TraceEvent): string {
  if (resolution === undefined && status === 400) return pc.yellow('this is no path');
  if (resolution === undefined) {
    return method === 'OPTIONS' && status === 204
      ? pc.dim('no route; the methods of this path')
      : pc.yellow('no route matches');
  }
  const { path, kind, cached, params } = resolution;
  const values = Object.entries(params).map(([name, value]) => `${name} = ${JSON.stringify(value)}`);
  const how = [kind, cached && 'from the cache', ...values].filter(Boolean).join(', ');
  return `${pc.dim('route')} ${path} ${pc.dim(`(${how})`)}`;
}

function drawStep({ kind, name, ms, outcome }: TraceEvent['steps'][number]): string {
  if (kind === 'set') return `${pc.dim('set')} ${name}`;
  if (kind === 'serialize') return `${pc.dim('serialize')} ${pc.dim(milliseconds(ms))}`;
  const word =
    outcome === 'stopped' || outcome === 'refused' || outcome === 'threw' ? pc.yellow(outcome) : pc.dim(outcome ?? '');
  return [pc.dim(kind), name || '(in the route)', word, pc.dim(milliseconds(ms))].filter(Boolean).join(' ');
}

function drawStatus(status: number): string {
  const colour = status >= 500 ? pc.red : status >= 400 ? pc.yellow : pc.green;
  return colour(String(status));
}

/** A path comes from outside: an escape sequence in it must not reach the terminal. */
function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`);
}

function milliseconds(ms: number): string {
  return `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;
}
