import { type Html, html } from 'trellis';
import type { TracedStep, TraceEvent } from '../workshop/trace-lines.ts';
import { placeLink } from './editor.ts';
import { summaryOf } from './x-ray-summary.ts';

/** One request in the list: what it was, what became of it, and how long it took. */
export function rowView(trace: TraceEvent): Html {
  const { id, method, path, status, ms } = trace;
  return html`<li><a href="/x-ray/requests/${id}" data-trip="${id}"><span class="method">${method}</span> <span class="path">${path}</span> <span class="what">${gist(trace)}</span> ${badge(status)} <span class="ms">${milliseconds(ms)}</span></a></li>\n`;
}

/** The most interesting thing that happened, in a word or two. */
function gist({ resolution, steps, status, error }: TraceEvent): string {
  const stopped = steps.find(({ outcome }) => outcome === 'stopped');
  if (stopped !== undefined) return `stopped by ${stopped.name}`;
  const refused = steps.find(({ outcome }) => outcome === 'refused');
  if (refused !== undefined) return `${refused.name} refused`;
  if (status >= 500) return error ?? 'failed';
  if (resolution === undefined) return status === 400 ? 'no path' : 'no route';
  return resolution.cached ? 'from the cache' : resolution.handler;
}

/** The whole trip: target → router → middlewares → handler → serializer → answer. */
export function traceView(trace: TraceEvent, repository: string): Html {
  return html`<article class="trip" data-id="${trace.id}">
<header class="trip-head"><h2 tabindex="-1"><span class="method">${trace.method}</span> <span class="path">${trace.path}</span></h2>
<p>${badge(trace.status)} <span class="ms">${milliseconds(trace.ms)}</span> <span class="soft">request ${trace.id}, ${trace.startedAt.slice(11, 19)} UTC</span></p></header>
<ol class="stations">
${requestView(trace)}
${routerView(trace, repository)}
${layersView(trace, repository)}
${answerView(trace)}
</ol>
</article>`;
}

/** What became of a request that a page has sent: a sentence, the layers, the response. */
export function sentView(trace: TraceEvent, repository: string): Html {
  const { answer, steps, ms, id } = trace;
  return html`<p>${badge(trace.status)} <b>${summaryOf(trace).text}</b></p>
${answer?.body !== undefined && html`<pre class="body" tabindex="0"><code>${formatted(answer.body)}</code></pre>`}
<ol class="layers">${nested(trace.resolution === undefined ? [] : steps, 0, ms, repository)}</ol>
<p><a href="/x-ray/requests/${id}">See the whole request in X-ray</a></p>`;
}

function requestView({ request: { query, headers } }: TraceEvent): Html | undefined {
  if (Object.keys(headers).length + Object.keys(query).length === 0) return undefined;
  return html`<li class="station"><h3>In</h3>
${Object.keys(query).length > 0 && html`<p>Query: ${named(query)}</p>`}
<details><summary>${count(Object.keys(headers).length, 'header')}</summary>${table(headers)}</details></li>`;
}

function routerView({ resolution, tried, status, method }: TraceEvent, repository: string): Html {
  const outcome =
    resolution !== undefined
      ? html`<p><code class="route">${resolution.path}</code> <span class="word">${resolution.kind}</span>${resolution.cached && html` <span class="word is-good">from the cache</span>`} ${placeLink(repository, resolution.place)}</p>${Object.keys(resolution.params).length > 0 && html`<p>Parameters: ${named(resolution.params)}</p>`}`
      : html`<p class="is-warned">${noRoute(status, method)}</p>`;
  const near = tried.routes.filter(({ won, reason }) => won || reason.startsWith('fits'));
  const far = tried.routes.filter((route) => !near.includes(route));
  const others = tried.others > 0 && html`<p class="soft">And ${count(tried.others, 'other route')}, further off.</p>`;
  const rest =
    far.length > 0 &&
    html`<details ?open="${near.length === 0}"><summary>${near.length === 0 ? 'Why none fits' : `Why ${count(far.length + tried.others, 'other')} did not fit`}</summary>${triedView(far, repository)}${others}</details>`;
  const list = html`${near.length > 0 && triedView(near, repository)}${rest}`;
  return html`<li class="station"><h3>Router</h3>${outcome}${list}</li>`;
}

/** In the order in which they are asked: exact, pattern, wildcard. */
function triedView(routes: TraceEvent['tried']['routes'], repository: string): Html {
  const rows = routes.map(
    ({ method, path, kind, won, reason, place }) =>
      html`<li class="${won ? 'won' : 'lost'}"><span class="method">${method}</span> <code>${path}</code> <span class="word">${kind}</span> <span class="reason">${won && html`<b>won:</b> `}${reason}</span> ${placeLink(repository, place)}</li>\n`,
  );
  return html`<ol class="tried">\n${rows}</ol>`;
}

function noRoute(status: number, method: string): string {
  if (status === 400) return 'The path is malformed: the router was not asked.';
  return method === 'OPTIONS' && status === 204 ? 'No route; the methods of this path were told.' : 'No route fits.';
}

function layersView({ steps, ms, resolution }: TraceEvent, repository: string): Html | undefined {
  const shown = resolution === undefined ? steps.filter(({ name }) => name !== 'no route') : steps;
  if (shown.length === 0) return undefined;
  return html`<li class="station"><h3>Through your code</h3><ol class="layers">${nested(shown, 0, ms, repository)}</ol></li>`;
}

/** Steps come one after the other, each with its depth; readers see what is inside of what. */
function nested(steps: readonly TracedStep[], depth: number, ms: number, repository: string): Html[] {
  const views: Html[] = [];
  for (let start = 0; start < steps.length; ) {
    let end = start + 1;
    while (end < steps.length && steps[end]!.depth > depth) end++;
    const inside = nested(steps.slice(start + 1, end), depth + 1, ms, repository);
    views.push(stepView(steps[start]!, ms, repository, inside));
    start = end;
  }
  return views;
}

/** One layer, or one thing that happened inside of it. */
export function stepView(step: TracedStep, ms: number, repository: string, inside: Html[] = []): Html {
  const { kind, name, outcome, note, value, rows, place } = step;
  const isMarked = ['stopped', 'refused', 'threw'].includes(outcome ?? '');
  const isOpen = outcome === undefined && (kind === 'middleware' || kind === 'handler');
  const word = isOpen ? 'not done when the answer went out' : outcome;
  return html`<li class="layer layer-${kind}${isMarked && ' is-marked'}"><p class="layer-head"><span class="kind">${kind}</span> ${nameOf(step)}${value !== undefined && html` <code>= ${value}</code>`} ${word && html`<span class="word${isMarked || isOpen ? ' is-warned' : outcome === 'accepted' ? ' is-good' : ''}">${word}</span>`} ${rows !== undefined && html`<span class="word">${count(rows, 'row')}</span>`} ${placeLink(repository, place)} ${kind !== 'set' && html`<span class="ms">${milliseconds(step.ms)}</span>`}</p>
${note !== undefined && noteView(step)}${kind !== 'set' && bar(step, ms)}
${inside.length > 0 && html`<ol class="layers">${inside}</ol>`}</li>\n`;

  function nameOf({ kind: what }: TracedStep): Html {
    if (what === 'query') return html`<code class="sql">${name}</code>`;
    return html`<b>${name === '' ? '(in the route)' : what === 'serialize' ? `a value of type ${name}` : name}</b>`;
  }
}

function noteView({ kind, outcome, note }: TracedStep): Html {
  if (kind === 'bind' && outcome === 'accepted') return html`<p class="note">Fields: <code>${note}</code></p>`;
  return html`<p class="note is-warned">${note}</p>`;
}

/** When it was at work, within the time of the whole request. */
function bar({ at, ms }: TracedStep, whole: number): Html {
  const scale = 1000 / Math.max(whole, 0.001);
  const x = Math.min(996, Math.round(at * scale));
  const width = Math.min(1000 - x, Math.max(4, Math.round(ms * scale)));
  return html`<svg class="time" viewBox="0 0 1000 4" preserveAspectRatio="none" aria-hidden="true"><rect x="${x}" y="0" width="${width}" height="4"/></svg>`;
}

function answerView({ status, answer, error }: TraceEvent): Html {
  if (status === 0) return html`<li class="station"><h3>Out</h3><p class="is-warned">The client had left.</p></li>`;
  const { headers = {}, size, body } = answer ?? {};
  return html`<li class="station"><h3>Out</h3><p>${badge(status)} <span class="soft">${size === undefined ? 'a stream' : count(size, 'byte')}</span></p>
${error !== undefined && html`<p class="note is-warned">${error}</p>`}
${body !== undefined && html`<pre class="body" tabindex="0" aria-label="The answer’s body"><code>${formatted(body)}</code></pre>`}
<details><summary>${count(Object.keys(headers).length, 'header')}</summary>${table(headers)}</details></li>`;
}

/** JSON one thing to a line, unless it was cut. */
function formatted(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

export function badge(status: number): Html {
  const kind = status >= 500 || status === 0 ? 'bad' : status >= 400 ? 'warn' : 'good';
  return html`<span class="status is-${kind}">${status === 0 ? 'left' : status}</span>`;
}

export function milliseconds(ms: number): string {
  return `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;
}

function named(values: Readonly<Record<string, string>>): Html[] {
  return Object.entries(values).map(([name, value]) => html`<code>${name} = ${JSON.stringify(value)}</code> `);
}

function table(values: Readonly<Record<string, string>>): Html {
  return html`<dl class="headers">${Object.entries(values).map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>\n`)}</dl>`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
