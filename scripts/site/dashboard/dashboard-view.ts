import { type Html, html } from 'trellis';
import type { Chapter } from '../../workshop/chapters.ts';
import { withCode } from '../failure-view.ts';
import { type Graph, graphs, type Point } from './points.ts';
import type { Watched } from './watcher.ts';

/** Units of the picture, which is stretched to the width of its box. */
const [width, height] = [300, 60];
/** Milliseconds from the left edge to the right one, at least. */
const shortest = 60_000;

export function dashboardPage(watched: Watched, chapter: Chapter | undefined): Html {
  return html`<div class="dashboard-head"><h1>Dashboard</h1><form><label><input type="checkbox" id="pause"> Pause</label></form></div>
<p class="lead">Everything here comes from <code>GET /metrics</code> of the program that runs in another terminal, every two seconds, while you look. <a href="/x-ray/">X-ray</a> shows single requests.</p>
<div id="dashboard">${dashboardView(watched, chapter)}</div>`;
}

/** The part that changes. */
export function dashboardView({ url, points, problem }: Watched, chapter: Chapter | undefined): Html {
  if (url === undefined) {
    return html`<p class="running is-down">No chapter is running. Start one: <code>npm run chapter 29</code>, or be on call: <code>npm run incident 30</code></p>`;
  }
  const name = chapter === undefined ? '' : `Chapter ${chapter.number}: ${chapter.title}`;
  const running = html`<p class="running is-up"><b>${name}</b> listens on <a href="${url}">${url}</a></p>`;
  if (problem !== undefined) return html`${running}<p class="trouble">${withCode(problem)}</p>`;
  if (points.length === 0) return html`${running}<p class="soft">The first numbers come after the second scrape.</p>`;
  return html`${running}<div class="graphs">${graphs.map((graph) => graphView(graph, points))}</div>${routesView(points.at(-1)!)}`;
}

function graphView(graph: Graph, points: readonly Point[]): Html {
  const now = points.at(-1)!;
  const known = graph.lines.filter((line) => points.some(({ values }) => values.has(line)));
  const most = Math.max(0, ...points.flatMap(({ values }) => known.map((line) => values.get(line) ?? 0)));
  const top = roundUp(most);
  const latest = known.map((line, index) => {
    const value = now.values.get(line);
    const label = graph.lines.length > 1 ? html`<span class="key-${index}">${line}</span> ` : '';
    return html`<span class="value">${label}<b>${value === undefined ? '–' : shown(value, graph.unit)}</b></span> `;
  });
  if (known.length === 0)
    return html`<section class="graph is-empty"><h2>${graph.title}</h2><p class="soft">The program has no such metric, or no request yet.</p>${metricView(graph)}</section>\n`;
  const area = known.length === 1 && html`<polygon points="${areaOf(known[0]!, points, top)}"/>`;
  const lines = known.map(
    (line, index) => html`<polyline class="line-${index}" points="${pathOf(line, points, top)}"/>`,
  );
  return html`<section class="graph"><h2>${graph.title}</h2><p class="values">${latest}</p>
<div class="plot"><span class="scale soft">${shown(top, graph.unit)}</span><svg viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" aria-hidden="true">${area}${lines}</svg></div>
<p class="times soft"><span>${Math.round(spanOf(points) / 1_000)} s ago</span><span>now</span></p>${metricView(graph)}</section>\n`;
}

function metricView({ metric }: Graph): Html {
  // A browser breaks a line at an underscore only if it is told to.
  const parts = metric.split('_').map((part, index) => html`${index > 0 && html`_<wbr>`}${part}`);
  return html`<p class="soft metric"><code>${parts}</code></p>`;
}

/** How much time the width of a graph shows. */
function spanOf(points: readonly Point[]): number {
  return Math.max(shortest, points.at(-1)!.at - points[0]!.at);
}

/** Below a line, down to zero. */
function areaOf(line: string, points: readonly Point[], top: number): string {
  const path = pathOf(line, points, top);
  const first = path.slice(0, path.indexOf(','));
  return `${first},${height} ${path} ${width},${height}`;
}

function pathOf(line: string, points: readonly Point[], top: number): string {
  const end = points.at(-1)!.at;
  const span = spanOf(points);
  return points
    .flatMap(({ at, values }) => {
      const value = values.get(line);
      if (value === undefined) return [];
      const x = width - ((end - at) / span) * width;
      const y = height - 1 - (value / top) * (height - 2);
      return [`${x.toFixed(1)},${y.toFixed(1)}`];
    })
    .join(' ');
}

function routesView({ routes }: Point): Html {
  if (routes.length === 0) return html``;
  const rows = routes.map(
    ({ route, perSecond, failed, p95 }) =>
      html`<tr><td><code>${route}</code></td><td>${shown(perSecond, '')}</td><td>${failed}</td><td>${p95 === undefined ? '–' : shown(p95, 's')}</td></tr>\n`,
  );
  return html`<h2>Routes in the last seconds, the slowest first</h2>
<table><thead><tr><th scope="col">route</th><th scope="col">per second</th><th scope="col">failed</th><th scope="col">p95</th></tr></thead><tbody>${rows}</tbody></table>`;
}

/** 1, 2 or 5 times a power of ten: a scale that doesn't move with every point. */
function roundUp(value: number): number {
  if (!(value > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= value) ?? value;
}

function shown(value: number, unit: Graph['unit']): string {
  if (unit === '%') return `${Number(value.toPrecision(2))} %`;
  if (unit === 's')
    return value < 1 ? `${Number((value * 1_000).toPrecision(2))} ms` : `${Number(value.toPrecision(2))} s`;
  return String(Number(value.toPrecision(value >= 100 ? 3 : 2)));
}
