/** One line of a scrape: `http_requests_total{method="GET",route="/posts",status="200"} 42`. */
export interface Sample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

/** The text format of Prometheus, as far as prom-client writes it. */
export function parseScrape(text: string): Sample[] {
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name = '', labels = '', value = ''] = /^([\w:]+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
      return { name, labels: parseLabels(labels), value: Number(value.replace('Inf', 'Infinity')) };
    });
}

function parseLabels(text: string): Record<string, string> {
  const pairs = [...text.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)];
  return Object.fromEntries(pairs.map(([, name = '', value = '']) => [name, plain(value)]));
}

function plain(value: string): string {
  return value.replace(/\\(.)/g, (_, character: string) => (character === 'n' ? '\n' : character));
}

/** How much each series with this name has grown. After a restart, a counter begins at 0 again, and has grown by its value. */
export function increases(before: Sample[], after: Sample[], name: string): Sample[] {
  const earlier = new Map(before.filter((one) => one.name === name).map((one) => [keyOf(one), one.value]));
  return after
    .filter((one) => one.name === name)
    .map((one) => {
      const start = earlier.get(keyOf(one)) ?? 0;
      return { ...one, value: one.value >= start ? one.value - start : one.value };
    });
}

function keyOf({ labels }: Sample): string {
  return JSON.stringify(Object.entries(labels).sort());
}
