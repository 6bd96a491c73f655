import { Database, HttpError, inject, Log } from 'trellis';
import { again } from '../network/again.ts';
import { outgoing } from '../observe/metrics.ts';

/** A post about something similar. */
export interface RelatedPost {
  id: string;
  title: string;
}

/** Milliseconds. The service usually responds within fifty. */
const patience = 300;

/** What else somebody could read, as another team's service sees it. About one in fifty of its responses is an error. */
export class RelatedService {
  readonly #url = process.env.RELATED_URL ?? '';
  @inject(Database) private readonly db!: Database;
  @inject(Log) private readonly log!: Log;

  async to(post_id: string): Promise<RelatedPost[]> {
    if (this.#url === '') return [];
    const ids = await this.#load(post_id);
    if (ids.length === 0) return [];
    const rows = await this.db.all<RelatedPost>`select id, title from posts where id in ${ids} and published = ${true}`;
    return rows.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
  }

  async #load(post_id: string): Promise<string[]> {
    try {
      return await again(() => this.#ask(post_id), {
        attempts: 3,
        pause: 50,
        onFailure: (attempt) => this.log.warn('asking for related posts again', { post_id, attempt }),
      });
    } catch (error) {
      throw new HttpError(503, 'Related posts are not available', { cause: error });
    }
  }

  async #ask(post_id: string): Promise<string[]> {
    const end = outgoing.startTimer({ service: 'related' });
    try {
      const signal = AbortSignal.timeout(patience);
      const response = await fetch(`${this.#url}/posts/${encodeURIComponent(post_id)}`, { signal });
      if (!response.ok) throw new Error(`The service for related posts responded with ${response.status}.`);
      return (await response.json()) as string[];
    } finally {
      end();
    }
  }
}
