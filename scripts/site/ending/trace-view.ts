import { type Html, html } from 'trellis';
import type { TracedStep, TraceEvent } from '../../workshop/xray/trace-event.ts';
import { milliseconds } from '../../workshop/xray/words.ts';
import { label } from './paint.ts';

/** More would be a report, and nobody keeps one. */
const most = 14;

/** A request on its way through the program: a row for each step, with the time that it took as a bar. */
export function traceView(trace: TraceEvent): Html {
  const { method, path, status, ms, resolution } = trace;
  const steps = trace.steps.filter(({ kind }) => kind !== 'set');
  const length = Math.max(ms, ...steps.map((step) => step.at + step.ms), 0.01);
  const more = steps.length - most;
  return html`<div class="keep-trace"><p class="keep-request"><b>${label(method)}</b> <code>${label(path, 120)}</code> <span class="keep-status">${status}</span> <span class="keep-time">${milliseconds(ms)}</span></p>
${resolution && html`<p class="keep-route">Route <code>${label(resolution.path, 120)}</code></p>`}
<ol>
${steps.slice(0, most).map((step) => rowView(step, length))}</ol>${more > 0 && html`<p class="keep-route">and ${more} more ${more === 1 ? 'step' : 'steps'}</p>`}</div>`;
}

function rowView({ kind, name, depth, at, ms, outcome, rows }: TracedStep, length: number): Html {
  const [x, width] = [(100 * at) / length, Math.max(0.8, (100 * ms) / length)];
  const found = rows === undefined ? outcome : `${rows} ${rows === 1 ? 'row' : 'rows'}`;
  const what = name || (kind === 'middleware' || kind === 'handler' ? '(in the route)' : '');
  return html`<li class="keep-step is-${kind} depth-${Math.min(depth, 6)}"><span class="keep-kind">${kind}</span> <span class="keep-name">${label(what, 160)}</span> <span class="keep-outcome">${found}</span> <span class="keep-time">${milliseconds(ms)}</span>
<svg class="keep-bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true"><rect class="p-rest" width="100" height="4"/><rect class="p-kind" x="${Math.min(99, x).toFixed(2)}" width="${Math.min(100, width).toFixed(2)}" height="4"/></svg></li>\n`;
}
