import { increases, type Sample } from './scrape.ts';

/** How many observations were at most `le` seconds. Cumulative: each bucket contains those before it. */
export interface Bucket {
  le: number;
  count: number;
}

/** Requests per second between two scrapes. */
export function requestRate(before: Sample[], after: Sample[], seconds: number): number {
  return sum(increases(before, after, 'http_requests_total')) / seconds;
}

/** The share of requests between two scrapes that failed because of us: a status from 500. 0 if there were none. */
export function errorRatio(before: Sample[], after: Sample[]): number {
  const all = increases(before, after, 'http_requests_total');
  const failed = all.filter(({ labels }) => Number(labels.status) >= 500);
  return sum(all) === 0 ? 0 : sum(failed) / sum(all);
}

/** The value that a share `q` of the observations doesn't exceed, estimated from sorted buckets. NaN if there are none. */
export function quantile(q: number, buckets: Bucket[]): number {
  const rank = q * (buckets.at(-1)?.count ?? 0);
  const index = buckets.findIndex(({ count }) => count >= rank);
  const bucket = buckets[index];
  if (bucket === undefined || buckets.at(-1)!.count === 0) return Number.NaN;
  const below = buckets[index - 1] ?? { le: 0, count: 0 };
  // Nobody knows how far above the last bound it is.
  if (bucket.le === Number.POSITIVE_INFINITY) return below.le;
  if (bucket.count === below.count) return below.le;
  return below.le + ((bucket.le - below.le) * (rank - below.count)) / (bucket.count - below.count);
}

/** The buckets of each route between two scrapes, by `GET /posts/:id`. */
export type Histograms = Map<string, Bucket[]>;

/** The route with the highest 99th percentile; undefined if no route had a request. */
export function slowestRoute(histograms: Histograms): string | undefined {
  const measured = [...histograms].filter(([, buckets]) => (buckets.at(-1)?.count ?? 0) > 0);
  const times = measured.map(([route, buckets]) => ({ route, p99: quantile(0.99, buckets) }));
  return times.sort((a, b) => b.p99 - a.p99)[0]?.route;
}

function sum(samples: Sample[]): number {
  return samples.reduce((total, { value }) => total + value, 0);
}
