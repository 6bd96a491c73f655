/** One line of a scrape: `http_requests_total{method="GET",route="/posts",status="200"} 42`. */
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Reads the program's own numbers. Undefined if it doesn't respond, or not with metrics. */
export async function scrape(url: string, token: string): Promise<Sample[] | undefined> {
  try {
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch(`${url}/metrics`, { headers, signal: AbortSignal.timeout(10_000) });
    return response.ok ? parse(await response.text()) : undefined;
  } catch {
    return undefined;
  }
}

/** The text format of Prometheus, as prom-client writes it. */
export function parse(text: string): Sample[] {
  return text.split('\n').flatMap((line) => {
    const [, name, labels = '', value = ''] = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    if (name === undefined) return [];
    const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key = '', text = '']) => [key, text]);
    return [{ name, labels: Object.fromEntries(pairs), value: Number(value.replace('Inf', 'Infinity')) }];
  });
}

/** How much each series of a counter has grown. After a restart, it begins at 0 again. */
export function increases(before: readonly Sample[], after: readonly Sample[], name: string): Sample[] {
  const keyOf = ({ labels }: Sample) => JSON.stringify(labels);
  const earlier = new Map(before.filter((one) => one.name === name).map((one) => [keyOf(one), one.value]));
  return after
    .filter((one) => one.name === name)
    .map((one) => {
      const start = earlier.get(keyOf(one)) ?? 0;
      return { ...one, value: one.value >= start ? one.value - start : one.value };
    });
}

/** The sum over all series. */
export function growth(before: readonly Sample[], after: readonly Sample[], name: string): number {
  return increases(before, after, name).reduce((sum, { value }) => sum + value, 0);
}

/** The value of a gauge; the sum, if it has several series that match. */
export function gauge(samples: readonly Sample[], name: string, labels: Readonly<Record<string, string>> = {}): number {
  return samples
    .filter((one) => one.name === name && Object.entries(labels).every(([key, value]) => one.labels[key] === value))
    .reduce((sum, { value }) => sum + value, 0);
}

/** A quantile of a histogram between two scrapes, by the label `by`, in seconds. Series without observations are left out. */
export function quantiles(
  before: readonly Sample[],
  after: readonly Sample[],
  name: string,
  q: number,
  by: (labels: Sample['labels']) => string,
): Map<string, number> {
  const buckets = new Map<string, Map<number, number>>();
  for (const { labels, value } of increases(before, after, `${name}_bucket`)) {
    const bounds = buckets.get(by(labels)) ?? new Map<number, number>();
    const le = Number(labels.le?.replace('Inf', 'Infinity'));
    bounds.set(le, (bounds.get(le) ?? 0) + value);
    buckets.set(by(labels), bounds);
  }
  const found = [...buckets].map(([key, bounds]) => [key, quantileOf(q, bounds)] as const);
  return new Map(found.filter(([, value]) => !Number.isNaN(value)));
}

function quantileOf(q: number, bounds: Map<number, number>): number {
  const sorted = [...bounds].sort(([a], [b]) => a - b);
  const total = sorted.at(-1)?.[1] ?? 0;
  if (total === 0) return Number.NaN;
  const index = sorted.findIndex(([, count]) => count >= q * total);
  const [bound, count] = sorted[index]!;
  const [below, counted] = sorted[index - 1] ?? [0, 0];
  // Nobody knows how far above the last bound it is.
  if (bound === Number.POSITIVE_INFINITY || count === counted) return below;
  return below + ((bound - below) * (q * total - counted)) / (count - counted);
}
