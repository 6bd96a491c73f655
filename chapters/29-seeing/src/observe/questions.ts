import type { Sample } from './scrape.ts';

/** How many observations were at most `le` seconds. Cumulative: each bucket contains those before it. */
export interface Bucket {
  le: number;
  count: number;
}

/** Requests per second between two scrapes. */
export function requestRate(_before: Sample[], _after: Sample[], _seconds: number): number {
  return Number.NaN; // Step 5
}

/** The share of requests between two scrapes that failed because of us: a status from 500. 0 if there were none. */
export function errorRatio(_before: Sample[], _after: Sample[]): number {
  return Number.NaN; // Step 5
}

/** The value that a share `q` of the observations doesn't exceed, estimated from sorted buckets. NaN if there are none. */
export function quantile(_q: number, _buckets: Bucket[]): number {
  return Number.NaN; // Step 5
}

/** The buckets of each route between two scrapes, by `GET /posts/:id`. */
export type Histograms = Map<string, Bucket[]>;

/** The route with the highest 99th percentile; undefined if no route had a request. */
export function slowestRoute(_histograms: Histograms): string | undefined {
  return undefined; // Step 5
}
