import { inject, Log } from 'trellis';
import { outgoing } from '../observe/metrics.ts';

/** How often a post was read. */
export interface Reads {
  post_id: string;
  reads: number;
}

const patience = 5_000;

/** Another team's service, which counts how often each post is read. */
export class Statistics {
  readonly #url = process.env.STATISTICS_URL ?? '';
  @inject(Log) private readonly log!: Log;

  /** The ten posts that were read most today. None if we have no such service. */
  async top(): Promise<Reads[]> {
    if (this.#url === '') return [];
    const end = outgoing.startTimer({ service: 'statistics' });
    const response = await fetch(`${this.#url}/top`, { signal: AbortSignal.timeout(patience) });
    if (!response.ok) throw new Error(`The statistics service responded with ${response.status}.`);
    const top = (await response.json()) as Reads[];
    const seconds = end();
    this.log.info('statistics loaded', { ms: Math.round(seconds * 1_000) });
    return top;
  }
}
