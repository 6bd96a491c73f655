import type { Bucket, Histograms } from './questions.ts';
import { increases, type Sample } from './scrape.ts';

/** How long the requests to each route took between two scrapes. */
export function requestHistograms(before: Sample[], after: Sample[]): Histograms {
  const histograms: Histograms = new Map();
  for (const { labels, value } of increases(before, after, 'http_request_duration_seconds_bucket')) {
    const route = `${labels.method} ${labels.route}`;
    const buckets = histograms.get(route) ?? [];
    histograms.set(route, [...buckets, { le: Number(labels.le?.replace('Inf', 'Infinity')), count: value }]);
  }
  for (const buckets of histograms.values()) buckets.sort((a, b) => a.le - b.le);
  return histograms;
}

/** All routes together. */
export function together(histograms: Histograms): Bucket[] {
  const counts = new Map<number, number>();
  for (const { le, count } of [...histograms.values()].flat()) counts.set(le, (counts.get(le) ?? 0) + count);
  return [...counts].map(([le, count]) => ({ le, count })).sort((a, b) => a.le - b.le);
}
