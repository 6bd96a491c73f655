import { inject } from 'trellis';
import { parse, type Sample } from '../../workshop/incidents/samples.ts';
import { scrapeHeader } from '../../workshop/send-request.ts';
import { XrayFeed } from '../x-ray-feed.ts';
import { type Point, pointOf } from './points.ts';

/** Milliseconds between two scrapes. */
const interval = 2_000;
/** After this time without a look, nobody watches any more. */
const attention = 10_000;
/** Five minutes. */
const mostPoints = 150;

/** What the page shows. */
export interface Watched {
  readonly chapter: string | undefined;
  readonly url: string | undefined;
  readonly points: readonly Point[];
  /** Why there are no numbers. */
  readonly problem: string | undefined;
}

/** Scrapes the chapter that runs in another terminal, as Prometheus would, for as long as somebody looks at the dashboard. */
export class MetricsWatcher {
  @inject(XrayFeed) private readonly feed!: XrayFeed;
  #points: Point[] = [];
  #last: { samples: Sample[]; at: number } | undefined;
  #program = '';
  #problem: string | undefined;
  /** The run of the program that refused a scrape. It would refuse every other one, too. */
  #refusedBy: string | undefined;
  #lookedAt = 0;
  #timer: NodeJS.Timeout | undefined;

  onStop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** Call it for each look at the page. The first one starts the scrapes. */
  async look(): Promise<Watched> {
    this.#lookedAt = Date.now();
    if (this.#timer === undefined) await this.#watch();
    const { program } = this.feed;
    const chapter = program?.chapter;
    return { chapter, url: program?.url, points: this.#points, problem: this.#problem };
  }

  async #watch(): Promise<void> {
    await this.#scrape();
    const isWatched = Date.now() - this.#lookedAt < attention;
    this.#timer = isWatched ? setTimeout(() => void this.#watch(), interval).unref() : undefined;
    // Two scrapes a minute apart would look like one flat line.
    if (!isWatched) this.#last = undefined;
  }

  async #scrape(): Promise<void> {
    const { program } = this.feed;
    const key = `${program?.chapter} ${program?.url}`;
    if (key !== this.#program) {
      this.#program = key;
      this.#points = [];
      this.#last = undefined;
    }
    if (program === undefined) {
      this.#problem = undefined;
      return;
    }
    const { run } = this.feed;
    if (run === this.#refusedBy) return;
    try {
      const headers = { authorization: `Bearer ${program.metricsToken ?? ''}`, [scrapeHeader]: '1' };
      const url = `${program.url.replace('localhost', '127.0.0.1')}/metrics`;
      const response = await fetch(url, { headers, signal: AbortSignal.timeout(8_000), redirect: 'manual' });
      const text = await response.text();
      this.#problem = response.ok ? undefined : problemOf(response.status);
      if (response.status === 401 || response.status === 404) this.#refusedBy = run;
      if (response.ok) this.#add(parse(text));
    } catch {
      this.#problem = 'The program did not respond to `GET /metrics` within 8 seconds.';
    }
  }

  #add(samples: Sample[]): void {
    const at = Date.now();
    const last = this.#last;
    this.#last = { samples, at };
    if (last === undefined) return;
    const point = pointOf(last.samples, samples, (at - last.at) / 1_000, at);
    this.#points = [...this.#points, point].slice(-mostPoints);
  }
}

function problemOf(status: number): string {
  if (status === 401)
    return '`GET /metrics` responded with 401. Set `METRICS_TOKEN` in the terminal of `npm run chapter`, and start it again.';
  if (status === 404) return 'This program has no `GET /metrics`. Chapter 29 adds it.';
  return `\`GET /metrics\` responded with ${status}.`;
}
