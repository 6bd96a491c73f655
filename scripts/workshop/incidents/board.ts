import type { Profile, Statement } from './instrumented.ts';
import { otherMetrics } from './other-metrics.ts';
import { gauge, growth, quantiles, type Sample } from './samples.ts';

export type ItemKind =
  | 'statement'
  | 'plan'
  | 'metric'
  | 'frame'
  | 'heap'
  | 'log'
  | 'line'
  | 'complaint'
  | 'trail'
  | 'query';

/** One thing that an instrument shows, and that somebody can point at: `S2`. */
export interface Item {
  readonly id: string;
  readonly kind: ItemKind;
  /** The statement, the name of the metric or function, or the message. */
  readonly text: string;
  readonly values: Readonly<Record<string, number>>;
  /** The lines of the log, or the rows of a table, that the item consists of. */
  readonly rows?: readonly Fields[];
}

/** A line of a log, or a row of a table. */
export type Fields = Readonly<Record<string, unknown>>;

/** The lines of the log that an item consists of, whichever instrument has shown them. */
export function linesOf({ kind, text, rows = [] }: Item): readonly Fields[] {
  if (kind === 'line') return [fieldsOf(text) ?? {}];
  return kind === 'trail' ? rows : [];
}

/** All that the instruments show about a window of time. */
export type Board = readonly Item[];

/** Two scrapes, and the seconds between them. */
export interface Window {
  readonly before: readonly Sample[];
  readonly after: readonly Sample[];
  readonly seconds: number;
}

const mostItems = 12;

/** The statements, those that took most time in total first: what pg_stat_statements shows. */
export function statementItems(statements: readonly Statement[], requests: number): Item[] {
  return statements
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, mostItems)
    .map(({ sql, calls, ms, longest, rows }, index) => ({
      id: `S${index + 1}`,
      kind: 'statement',
      text: sql,
      values: {
        calls,
        perRequest: calls / Math.max(1, requests),
        mean: ms / calls,
        total: ms,
        longest,
        rows: rows / calls,
      },
    }));
}

/** What the program's own metrics say. */
export function metricItems({ before, after, seconds }: Window): Item[] {
  const grown = (name: string) => growth(before, after, name);
  const requests = grown('http_requests_total');
  const byRoute = ({ method, route }: Sample['labels']) => `${method} ${route}`;
  const slowest = [...quantiles(before, after, 'http_request_duration_seconds', 0.95, byRoute)]
    .filter(([route]) => route !== 'GET /metrics')
    .sort(([, a], [, b]) => b - a)[0];
  const errors = after.filter(({ name, labels }) => name === 'http_requests_total' && Number(labels.status) >= 500);
  const failed = growth(before, errors, 'http_requests_total');
  const [hits, all] = [growth(before, hitsIn(after), 'cache_requests_total'), grown('cache_requests_total')];
  const queries = grown('db_query_duration_seconds_count');
  const calls = grown('outgoing_request_duration_seconds_count');
  const outside = [...quantiles(before, after, 'outgoing_request_duration_seconds', 0.95, () => '')][0]?.[1];
  const rows: [name: string, value: number | undefined, unit: string][] = [
    ['requests per second', requests / seconds, ''],
    ['share of requests that fail', requests === 0 ? 0 : (100 * failed) / requests, '%'],
    ['requests in flight', gauge(after, 'http_requests_in_flight'), ''],
    [`p95 of the slowest route, ${slowest?.[0] ?? 'none'}`, slowest?.[1], 's'],
    ['statements per request', requests === 0 ? undefined : queries / requests, ''],
    ['mean duration of a statement', queries === 0 ? undefined : grown('db_query_duration_seconds_sum') / queries, 's'],
    ['callers that wait for a connection', gauge(after, 'db_connections', { state: 'waiting' }), ''],
    ['event loop lag, p99', gauge(after, 'nodejs_eventloop_lag_p99_seconds'), 's'],
    ['event loop lag, longest', gauge(after, 'nodejs_eventloop_lag_max_seconds'), 's'],
    ['processors used', grown('process_cpu_seconds_total') / seconds, ''],
    ['hashes that wait for a thread', gauge(after, 'hash_jobs', { state: 'waiting' }), ''],
    ['hits of the front page cache', all === 0 ? undefined : (100 * hits) / all, '%'],
    ['requests to other services, per second', calls / seconds, ''],
    ['p95 of requests to other services', outside, 's'],
    ['heap', gauge(after, 'nodejs_heap_size_used_bytes') / 1e6, 'MB'],
    ...otherMetrics(before, after, seconds),
  ];
  return rows.flatMap(([text, value, unit], index) =>
    value === undefined || Number.isNaN(value)
      ? []
      : [
          {
            id: `M${index + 1}`,
            kind: 'metric' as const,
            text: unit === '' ? text : `${text} [${unit}]`,
            values: { value },
          },
        ],
  );
}

function hitsIn(samples: readonly Sample[]): Sample[] {
  return samples.filter(({ name, labels }) => name === 'cache_requests_total' && labels.result === 'hit');
}

/** Functions by the time that was spent in them. `own` is in the function itself, `total` includes what it called. In percent. */
export function frameItems({ nodes, samples, timeDeltas }: Profile): Item[] {
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const nameOf = (id: number) => {
    const { functionName, url } = byId.get(id)!.callFrame;
    return `${functionName || '(anonymous)'} ${placeOf(url)}`.trim();
  };
  const times = new Map<string, { own: number; total: number }>();
  let all = 0;
  for (const [index, leaf] of samples.entries()) {
    const stack: string[] = [];
    for (let id: number | undefined = leaf; id !== undefined; id = parents.get(id)) stack.push(nameOf(id));
    // The profiler itself.
    if (stack.some((name) => name.endsWith('node:inspector'))) continue;
    const time = timeDeltas[index] ?? 0;
    all += time;
    for (const name of new Set(stack)) {
      const entry = times.get(name) ?? { own: 0, total: 0 };
      times.set(name, entry);
      if (name === stack[0]) entry.own += time;
      entry.total += time;
    }
  }
  const frames = [...times].filter(([name]) => !['(root)', '(idle)', '(program)'].includes(name));
  // What computes, and who in the program asked for it: a function of Node is never the reason.
  const computing = frames.toSorted(([, a], [, b]) => b.own - a.own).slice(0, mostItems / 2);
  const asking = frames.filter(([name]) => isOwn(name)).sort(([, a], [, b]) => b.total - a.total);
  const shown = new Map([...computing, ...asking.slice(0, mostItems / 2)]);
  return [...shown]
    .sort(([, a], [, b]) => b.total - a.total)
    .map(([text, { own, total }], index) => ({
      id: `F${index + 1}`,
      kind: 'frame',
      text,
      values: { own: (own / all) * 100, total: (total / all) * 100 },
    }));
}

function isOwn(name: string): boolean {
  return / \S+\.ts$/.test(name) && !name.includes('node_modules');
}

/** `archive/archive.service.ts`, `node:zlib`, `trellis`, or nothing for code of the engine. */
function placeOf(url: string): string {
  const [, own] = /\/(?:src|program-[^/]+)\/([^?]+\.ts)/.exec(url) ?? [];
  if (own !== undefined) return own;
  const [, dependency] = /\/node_modules\/([^/?]+)/.exec(url) ?? [];
  if (dependency !== undefined) return dependency;
  // The only WebAssembly in a blog is SQLite.
  if (url.startsWith('wasm:')) return 'sql.js';
  if (url.startsWith('node:') || url === '') return url;
  // The framework is one file, named after what it contains.
  return /\/[0-9a-f]{16}\.mjs/.test(url) ? 'trellis' : (url.split('/').at(-1) ?? '');
}

/** The lines of the log by their message, the most frequent first. A program that writes JSON lines is expected. */
export function logItems(lines: readonly string[]): Item[] {
  const groups = new Map<string, { count: number; seconds: Map<string, number> }>();
  for (const line of lines) {
    const fields = fieldsOf(line);
    if (fields === undefined) continue;
    const { message, level, route, method, status, time } = fields;
    const text = [message, route && `${method} ${route} ${status}`, level === 'info' ? '' : level]
      .filter(Boolean)
      .join(' · ');
    const group = groups.get(text) ?? { count: 0, seconds: new Map() };
    groups.set(text, group);
    group.count++;
    const second = String(time).slice(0, 19);
    group.seconds.set(second, (group.seconds.get(second) ?? 0) + 1);
  }
  return [...groups]
    .sort(([, a], [, b]) => b.count - a.count)
    .slice(0, mostItems)
    .map(([text, { count, seconds }], index) => ({
      id: `L${index + 1}`,
      kind: 'log',
      text,
      values: { count, inOneSecond: Math.max(...seconds.values()), seconds: seconds.size },
    }));
}

/** Undefined if the line isn't JSON. */
export function fieldsOf(line: string): Fields | undefined {
  try {
    return JSON.parse(line) as Fields;
  } catch {
    return undefined;
  }
}
