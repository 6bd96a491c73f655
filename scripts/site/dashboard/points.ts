import { gauge, growth, increases, quantiles, type Sample } from '../../workshop/incidents/samples.ts';

/** One moment of a program, from two of its scrapes. A value that the program doesn't measure is missing. */
export interface Point {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly values: ReadonlyMap<string, number>;
  readonly routes: readonly RouteRow[];
}

/** What one route did between two scrapes. */
export interface RouteRow {
  readonly route: string;
  readonly perSecond: number;
  /** Responses with a status from 500. */
  readonly failed: number;
  /** Seconds. */
  readonly p95: number | undefined;
}

/** A graph: which metric it is computed from, and its lines. */
export interface Graph {
  readonly title: string;
  readonly unit: '' | 's' | '%';
  /** The name in the scrape. Without it, the graph is empty and says so. */
  readonly metric: string;
  readonly lines: readonly string[];
}

/** Rate, errors, duration; then what the program waits for. */
export const graphs: readonly Graph[] = [
  { title: 'Requests per second', unit: '', metric: 'http_requests_total', lines: ['requests'] },
  { title: 'Requests that fail', unit: '%', metric: 'http_requests_total', lines: ['errors'] },
  { title: 'Duration', unit: 's', metric: 'http_request_duration_seconds_bucket', lines: ['p50', 'p95', 'p99'] },
  { title: 'Requests in flight', unit: '', metric: 'http_requests_in_flight', lines: ['in flight'] },
  { title: 'Lag of the event loop, p99', unit: 's', metric: 'nodejs_eventloop_lag_p99_seconds', lines: ['lag'] },
  { title: 'Processors used', unit: '', metric: 'process_cpu_seconds_total', lines: ['processors'] },
  { title: 'Statements per request', unit: '', metric: 'db_query_duration_seconds_count', lines: ['statements'] },
  { title: 'Callers that wait for a connection', unit: '', metric: 'db_connections', lines: ['waiting'] },
  { title: 'Hashes that wait for a thread', unit: '', metric: 'hash_jobs', lines: ['hashes'] },
];

/** What happened between two scrapes, without the scrapes themselves: in a quiet program, they are the slowest requests. */
export function pointOf(first: readonly Sample[], second: readonly Sample[], seconds: number, at: number): Point {
  const [before, after] = [withoutScrapes(first), withoutScrapes(second)];
  const has = (metric: string) => after.some(({ name }) => name === metric);
  const values = new Map<string, number>();
  const put = (line: string, metric: string, value: () => number | undefined) => {
    const number = has(metric) ? value() : undefined;
    if (number !== undefined && Number.isFinite(number)) values.set(line, number);
  };
  const requests = growth(before, after, 'http_requests_total');
  const failed = increases(before, after, 'http_requests_total').filter(({ labels }) => Number(labels.status) >= 500);
  const sum = (samples: readonly Sample[]) => samples.reduce((total, { value }) => total + value, 0);
  const duration = (q: number) => quantiles(before, after, 'http_request_duration_seconds', q, () => '').get('');
  put('requests', 'http_requests_total', () => requests / seconds);
  put('errors', 'http_requests_total', () => (requests === 0 ? 0 : (sum(failed) / requests) * 100));
  for (const q of [50, 95, 99]) put(`p${q}`, 'http_request_duration_seconds_bucket', () => duration(q / 100));
  put('in flight', 'http_requests_in_flight', () => gauge(after, 'http_requests_in_flight'));
  put('lag', 'nodejs_eventloop_lag_p99_seconds', () => gauge(after, 'nodejs_eventloop_lag_p99_seconds'));
  put('processors', 'process_cpu_seconds_total', () => growth(before, after, 'process_cpu_seconds_total') / seconds);
  put('statements', 'db_query_duration_seconds_count', () =>
    requests === 0 ? undefined : growth(before, after, 'db_query_duration_seconds_count') / requests,
  );
  put('waiting', 'db_connections', () => gauge(after, 'db_connections', { state: 'waiting' }));
  put('hashes', 'hash_jobs', () => gauge(after, 'hash_jobs', { state: 'waiting' }));
  return { at, values, routes: routesOf(before, after, seconds) };
}

function withoutScrapes(samples: readonly Sample[]): Sample[] {
  return samples.filter(({ labels }) => labels.route !== '/metrics');
}

function routesOf(before: readonly Sample[], after: readonly Sample[], seconds: number): RouteRow[] {
  const byRoute = ({ method, route }: Sample['labels']) => `${method} ${route}`;
  const p95 = quantiles(before, after, 'http_request_duration_seconds', 0.95, byRoute);
  const rows = new Map<string, RouteRow>();
  for (const { labels, value } of increases(before, after, 'http_requests_total')) {
    const route = byRoute(labels);
    const row = rows.get(route) ?? { route, perSecond: 0, failed: 0, p95: p95.get(route) };
    const failed = row.failed + (Number(labels.status) >= 500 ? value : 0);
    rows.set(route, { ...row, perSecond: row.perSecond + value / seconds, failed });
  }
  return [...rows.values()].filter(({ perSecond }) => perSecond > 0).sort((a, b) => (b.p95 ?? 0) - (a.p95 ?? 0));
}
