import { Cache, Database, inject } from 'trellis';
import { Statistics } from './statistics.ts';

/** A post in the list of the most read ones. */
export interface PopularPost {
  id: string;
  title: string;
  reads: number;
}

const key = 'popular';
/** Seconds. A post that becomes popular is in the list after this time. */
const ttl = 10;

/** Today's most read posts. */
export class PopularService {
  @inject(Cache) private readonly cache!: Cache;
  @inject(Database) private readonly db!: Database;
  @inject(Statistics) private readonly statistics!: Statistics;

  /** While one request loads the list, the others wait for it. */
  list(): Promise<PopularPost[]> {
    return this.cache.getOrSet(key, ttl, () => this.#load());
  }

  async #load(): Promise<PopularPost[]> {
    const top = await this.statistics.top();
    if (top.length === 0) return [];
    const rows = await this.db.all<{ id: string; title: string }>`
      select id, title from posts where id in ${top.map(({ post_id }) => post_id)} and published = ${true}`;
    const titles = new Map(rows.map(({ id, title }) => [id, title]));
    return top.flatMap(({ post_id: id, reads }) => {
      const title = titles.get(id);
      return title === undefined ? [] : [{ id, title, reads }];
    });
  }
}
