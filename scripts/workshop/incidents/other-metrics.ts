import { increases, type Sample } from './samples.ts';

/** What the rows of the board already say, and what every program with prom-client has. */
const known = /^(nodejs_|process_|http_|db_|hash_jobs|cache_requests|outgoing_|jobs_)/;

/** The numbers that a blog has added for its own purposes, under their own names. A counter is shown as its rate. */
export function otherMetrics(
  before: readonly Sample[],
  after: readonly Sample[],
  seconds: number,
): [name: string, value: number, unit: string][] {
  const others = after.filter(({ name }) => !known.test(name) && !/_(bucket|sum|count)$/.test(name));
  return [...new Set(others.map(({ name }) => name))].flatMap((name) => {
    const isCounter = name.endsWith('_total');
    const series = isCounter ? increases(before, after, name) : others.filter((one) => one.name === name);
    return series.map(({ labels, value }): [string, number, string] => [
      `${name}${labelsOf(labels)}`,
      isCounter ? value / seconds : value,
      isCounter ? 'per second' : '',
    ]);
  });
}

function labelsOf(labels: Sample['labels']): string {
  const pairs = Object.entries(labels).map(([key, value]) => `${key}="${value}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}
