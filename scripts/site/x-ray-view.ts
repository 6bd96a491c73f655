import { type Html, html } from 'trellis';
import { type Gap, lengthOf, withGaps } from '../workshop/xray/gaps.ts';
import type { SourceFrame, TracedStep, TraceEvent } from '../workshop/xray/trace-event.ts';
import { endOf, milliseconds, size } from '../workshop/xray/words.ts';
import { placeLink } from './editor.ts';
import { summaryOf } from './x-ray-summary.ts';
import { bar, gapView, spentView } from './x-ray-time.ts';

/** A trace and its key in the URL. The program's own numbers aren't unique: they start from 1 after each restart. */
export interface KeptTrace extends TraceEvent {
  readonly key: string;
  /** Of a request that a page of ours has sent. */
  readonly mark?: string;
}

/** The folder of the repository, for links to the code. Without it, locations are shown without links. */
type Repository = string | undefined;

/** One request in the list: the request, its outcome, and its duration. */
export function rowView(trace: KeptTrace): Html {
  const { key, method, path, ms, isRunning } = trace;
  return html`<li ?data-running="${isRunning}"><a href="/x-ray/requests/${key}" data-trip="${key}"><span class="method">${method}</span> <span class="path">${path}</span> <span class="what">${gist(trace)}</span> ${badgeOf(trace)} <span class="ms">${milliseconds(ms)}</span></a></li>\n`;
}

/** The most interesting thing that happened, in a word or two. */
function gist(trace: TraceEvent): string {
  const { resolution, steps, status, error, answer, request, isRunning } = trace;
  if (answer?.stream !== undefined) return `${endOf(trace) || 'stream'}, ${size(answer.stream.bytes)}`;
  if (isRunning) return `in ${steps.findLast(isOpen)?.name || resolution?.handler}`;
  if (request.isCut || status === 0) return 'client left';
  const stopped = steps.find(({ outcome }) => outcome === 'stopped');
  if (stopped !== undefined) return `stopped by ${stopped.name}`;
  const refused = steps.find(({ outcome }) => outcome === 'refused');
  if (refused !== undefined) return `${refused.name} refused`;
  if (status >= 500) return error ?? 'failed';
  if (resolution === undefined) return status === 400 ? 'malformed path' : 'no route';
  return resolution.cached ? 'from the cache' : resolution.handler;
}

function isOpen({ kind, outcome }: TracedStep): boolean {
  return outcome === undefined && (kind === 'middleware' || kind === 'handler');
}

/** The whole trip: request → router → middlewares and handler → response. */
export function traceView(trace: KeptTrace, repository: Repository, isPast = false): Html {
  const summary = summaryOf(trace);
  return html`<article class="trip is-${toneOf(trace)}" ?data-running="${trace.isRunning}" data-id="${trace.key}" data-target="${targetOf(trace)}">
<header class="trip-head"><h2 tabindex="-1"><span class="method">${trace.method}</span> <span class="path">${trace.path}</span></h2>
<p class="trip-verdict">${badgeOf(trace)} <span>${summary.text}</span></p>
${wayView(trace, summary.step)}
${spentView(trace)}<p class="soft">${milliseconds(trace.ms)}${trace.isRunning && ' so far'}, at ${trace.startedAt.slice(11, 19)} UTC${isPast && html` · <b>from before your last save</b>`}</p></header>
<ol class="stations">
${requestView(trace)}
${routerView(trace, repository)}
${layersView(trace, summary.step, repository)}
${responseView(trace)}
</ol>
</article>`;
}

/** Path and query, for the form. */
function targetOf({ path, request: { query } }: KeptTrace): string {
  const text = new URLSearchParams(query).toString();
  return text === '' ? path : `${path}?${text}`;
}

/** The outcome of a request that a page has sent: a sentence, the layers, the response. */
export function sentView(trace: KeptTrace, repository: string): Html {
  const { answer, key } = trace;
  return html`<p class="trip-verdict">${badgeOf(trace)} <span>${summaryOf(trace).text}</span></p>
${answer?.body !== undefined && html`<pre class="body" tabindex="0"><code>${formatted(answer.body)}</code></pre>`}
${layerList(trace, summaryOf(trace).step, repository)}
<p><a href="/x-ray/requests/${key}">See the whole request in X-ray</a></p>`;
}

/** The trip in one line: the route, each middleware, the handler, the response. Parts that weren't reached are dashed. */
function wayView(trace: TraceEvent, decided: TracedStep | undefined): Html {
  const { steps, status, resolution } = trace;
  const isLayer = ({ kind, name }: TracedStep) => (kind === 'middleware' || kind === 'handler') && name !== 'no route';
  const layers = steps.filter(isLayer);
  const decidedIn = decided && steps.slice(0, steps.indexOf(decided) + 1).findLast(isLayer);
  const isReached = layers.some(({ kind }) => kind === 'handler');
  const stop = (kind: string, label: string, look = '') =>
    html`<li class="is-${kind}${look}"><span>${label}</span></li>\n`;
  return html`<ol class="way" aria-label="How the request travelled">
${resolution ? stop('router', resolution.path) : stop('router', 'no route', toneOf(trace) === 'good' ? '' : ' is-end')}${layers.map((layer) => stop(layer.kind, layer.name || 'in the route', layer === decidedIn ? ' is-end' : ''))}${resolution && !isReached && stop('handler', resolution.handler, ' is-ghost')}${stop(toneOf(trace) === 'good' ? 'response' : toneOf(trace) === 'open' ? 'open' : 'refusal', status === 0 ? endOf(trace) : String(status))}</ol>`;
}

const credentials = ['authorization', 'cookie', 'x-api-key'];

/** The request. It always shows whether there were credentials, because that explains most rejections. */
function requestView({ status, isRunning, request }: TraceEvent): Html {
  const { query, headers, body } = request;
  const length = Number(headers['content-length'] ?? 0);
  const shown = credentials.filter((name) => name in headers);
  const none = !isRunning && (status === 401 || status === 403) && shown.length === 0;
  return html`<li class="station"><h3>Request</h3>
${shown.map((name) => html`<p class="sent-header"><code>${name}: ${headers[name]}</code></p>`)}
${none && html`<p class="sent-header is-warned"><code>authorization</code> was not sent</p>`}
${Object.keys(query).length > 0 && html`<p>Query: ${named(query)}</p>`}
${body !== undefined && html`<pre class="body" tabindex="0" aria-label="The request body"><code>${formatted(body)}</code></pre>`}
${bodyNote(request, length)}
${Object.keys(headers).length > 0 && html`<details class="fold"><summary>${count(Object.keys(headers).length, 'header')}</summary>${table(headers)}</details>`}</li>`;
}

function bodyNote({ body, isCut, isStreamed }: TraceEvent['request'], length: number): Html | undefined {
  if (isCut) return html`<p class="is-warned">The client left before it had sent the whole body.</p>`;
  if (body !== undefined || length === 0) return undefined;
  return html`<p class="soft">A body of ${size(length)}, which the program ${isStreamed ? 'read as a stream' : 'did not read'}.</p>`;
}

function routerView(trace: TraceEvent, repository: Repository): Html {
  const { resolution, tried, status, method } = trace;
  // The response to OPTIONS, for example, needs no route.
  const isWarned = toneOf(trace) !== 'good';
  const won = tried.routes.find((route) => route.won);
  const others = tried.routes.filter((route) => !route.won);
  const outcome =
    resolution !== undefined
      ? html`<p><code class="route">${won?.method ?? method} ${resolution.path}</code> → <b>${resolution.handler}</b>${resolution.cached && html` <span class="word is-good">from the cache</span>`} ${placeLink(repository, resolution.place)}</p>
<p class="soft">${resolution.kind} route${won && `: ${won.reason}`}</p>${Object.keys(resolution.params).length > 0 && html`<p>Parameters: ${named(resolution.params)}</p>`}`
      : html`<p class="${isWarned ? 'is-warned' : 'soft'}">${noRoute(status, method)}</p>`;
  const more =
    tried.others > 0 && html`<p class="soft">And ${count(tried.others, 'route')} less similar to the path.</p>`;
  const rest =
    others.length > 0 &&
    html`<details class="fold" ?open="${resolution === undefined && isWarned}"><summary>${resolution === undefined ? 'Why no route matches' : `Why the router didn’t choose ${count(others.length + tried.others, 'other route')}`}</summary>${triedView(others, repository)}${more}</details>`;
  return html`<li class="station"><h3>Router</h3>${outcome}${rest}</li>`;
}

/** In the order in which they are considered: exact, pattern, wildcard. */
function triedView(routes: TraceEvent['tried']['routes'], repository: Repository): Html {
  const rows = routes.map(
    ({ method, path, kind, reason, place }) =>
      html`<li><span class="method">${method}</span> <code>${path}</code> <span class="word">${kind}</span> <span class="word">${reason}</span> ${placeLink(repository, place)}</li>\n`,
  );
  return html`<ol class="tried">\n${rows}</ol>`;
}

function noRoute(status: number, method: string): string {
  if (status === 400) return 'The path is malformed, so the router was not asked.';
  return method === 'OPTIONS' && status === 204
    ? 'No route; the response lists the methods of this path.'
    : 'No route matches.';
}

function layersView(trace: TraceEvent, decided: TracedStep | undefined, repository: Repository): Html | undefined {
  const list = layerList(trace, decided, repository);
  return list && html`<li class="station"><h3>Through your code</h3>${list}</li>`;
}

/** The layers, nested. A handler that wasn't reached is shown as such, because a middleware stopped the request. */
function layerList(trace: TraceEvent, decided: TracedStep | undefined, repository: Repository): Html | undefined {
  const { resolution, isRunning } = trace;
  const ms = lengthOf(trace);
  const shown = withGaps(trace).filter((step) => resolution || step.kind === 'gap' || step.name !== 'no route');
  if (shown.length === 0) return undefined;
  const isReached = shown.some(({ kind }) => kind === 'handler');
  const stopped = trace.steps.find(({ outcome }) => outcome === 'stopped');
  const ghost =
    !isReached && stopped && resolution
      ? html`<li class="layer layer-handler is-ghost"><p class="layer-head"><span class="kind">handler</span> <b>${resolution.handler}</b> <span class="word">never ran</span></p></li>`
      : undefined;
  const draw = (list: readonly (TracedStep | Gap)[], depth: number): Html[] => {
    const views: Html[] = [];
    for (let start = 0; start < list.length; ) {
      let end = start + 1;
      while (end < list.length && list[end]!.depth > depth) end++;
      const step = list[start]!;
      const drawn = draw(list.slice(start + 1, end), depth + 1);
      const inside = step === stopped && ghost ? [...drawn, ghost] : drawn;
      views.push(
        step.kind === 'gap'
          ? gapView(step, ms)
          : stepView(
              isRunning && isOpen(step) ? { ...step, isRunning } : step,
              ms,
              repository,
              inside,
              step === decided,
            ),
      );
      start = end;
    }
    return views;
  };
  return html`<ol class="layers">${draw(shown, 0)}</ol>`;
}

/** One layer, or one event inside of it. */
export function stepView(
  step: TracedStep & { isRunning?: true },
  ms: number,
  repository: Repository,
  inside: Html[] = [],
  isDecisive = false,
): Html {
  const { kind, outcome, note, value, rows, place, frame } = step;
  const isMarked = ['stopped', 'refused', 'threw'].includes(outcome ?? '');
  const isLate = isOpen(step) && !step.isRunning;
  const word = isLate ? 'not done when the response was sent' : step.isRunning ? 'running' : outcome;
  const look = isMarked || isLate ? ' is-warned' : outcome === 'accepted' ? ' is-good' : '';
  return html`<li class="layer layer-${kind}${isMarked && ' is-marked'}${isDecisive && ' is-decisive'}"><p class="layer-head"><span class="kind">${kind}</span> ${nameOf(step)}${value !== undefined && html` <code>= ${value}</code>`} ${word && html`<span class="word${look}">${word}</span>`} ${rows !== undefined && html`<span class="word">${count(rows, 'row')}</span>`} ${frame?.file !== place?.file && placeLink(repository, place)} ${kind !== 'set' && html`<span class="ms">${milliseconds(step.ms)}</span>`}</p>
${note !== undefined && noteView(step)}${frame && frameView(frame, repository)}${kind !== 'set' && bar(step, ms)}
${inside.length > 0 && html`<ol class="layers">${inside}</ol>`}</li>\n`;
}

function nameOf({ kind, name }: TracedStep): Html {
  if (kind === 'query') return html`<code class="sql">${name}</code>`;
  return html`<b>${name === '' ? '(in the route)' : kind === 'serialize' ? `a value of type ${name}` : name}</b>`;
}

function noteView({ kind, outcome, note }: TracedStep): Html {
  if (kind === 'bind' && outcome === 'accepted') return html`<p class="note">Fields: <code>${note}</code></p>`;
  return html`<p class="note is-warned">${note}</p>`;
}

/** The lines of the learner's code that decided the request. */
function frameView({ file, line, first, lines }: SourceFrame, repository: Repository): Html {
  const place = placeLink(repository, { file, line });
  const depth = Math.min(...lines.filter((text) => text.trim() !== '').map((text) => text.search(/\S/)));
  const name = place ?? html`${file.split('/').at(-1)}:${line}`;
  return html`<figure class="frame"><figcaption>${name}</figcaption><pre tabindex="0"><code>${lines.map((text, index) => html`<span class="${first + index === line ? 'is-here' : ''}"><i>${first + index}</i>${coloured(text.slice(depth))}</span>\n`)}</code></pre></figure>`;
}

const words =
  'async|await|class|const|else|export|for|function|if|import|let|new|return|throw|this|try|catch|undefined';
const partsOfCode = new RegExp(`(\\/\\/.*$)|('[^']*'|"[^"]*"|\`[^\`]*\`)|\\b(${words})\\b`);

/** A highlighted line of code. A few lines aren't worth loading the grammar that the highlighter of the pages needs. */
function coloured(line: string): Html[] {
  return line.split(partsOfCode).map((part, index) => {
    const kind = [undefined, 'comment', 'string', 'keyword'][index % 4];
    return kind && part ? html`<span class="t-${kind}">${part}</span>` : html`${part ?? ''}`;
  });
}

function responseView(trace: TraceEvent): Html {
  const { status, answer, error, isRunning } = trace;
  if (answer === undefined)
    return html`<li class="station"><h3>Response</h3><p class="${isRunning ? 'soft' : 'is-warned'}">${isRunning ? 'Not sent yet.' : 'The client had left.'}</p></li>`;
  const { headers, body } = answer;
  return html`<li class="station"><h3>Response</h3><p>${badgeOf(trace)} <span class="soft">${lengthText(trace)}</span></p>
${error !== undefined && (status >= 500 || endOf(trace) === 'failed halfway') && html`<p class="note is-warned">${error}</p>`}
${body !== undefined && html`<pre class="body" tabindex="0" aria-label="The response body"><code>${formatted(body)}</code></pre>`}
${Object.keys(headers).length > 0 && html`<details class="fold"><summary>${count(Object.keys(headers).length, 'header')}</summary>${table(headers)}</details>`}</li>`;
}

/** Formats JSON with one property per line unless it is short. JSON that was truncated stays unchanged. */
function formatted(body: string): string {
  try {
    const value = JSON.parse(body) as unknown;
    const line = JSON.stringify(value);
    return line.length < 60 ? line : JSON.stringify(value, null, 2);
  } catch {
    return body;
  }
}

/** The size of the response. A stream has none before it has ended. */
function lengthText(trace: TraceEvent): string {
  const { size: whole, stream } = trace.answer ?? {};
  if (stream === undefined) return whole === undefined ? 'a stream' : size(whole);
  if (stream.outcome === undefined) return `a stream, ${size(stream.bytes)} so far`;
  return `a stream of ${size(stream.bytes)}, ${stream.outcome} after ${milliseconds(trace.ms)}`;
}

function toneOf(trace: TraceEvent): string {
  const end = endOf(trace);
  if (trace.isRunning) return 'open';
  return end === 'failed halfway' ? 'bad' : end === 'client left' ? 'warn' : kindOf(trace.status);
}

/** The status; what there is instead if the request has none. */
export function badgeOf(trace: TraceEvent): Html {
  return html`<span class="status is-${toneOf(trace)}">${trace.status || endOf(trace)}</span>`;
}

function kindOf(status: number): string {
  return status >= 500 ? 'bad' : status >= 400 ? 'warn' : 'good';
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
