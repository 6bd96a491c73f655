import { Database, inject, Log } from 'trellis';
import { outgoing } from '../observe/metrics.ts';
import { RecentSearches } from './recent-searches.ts';
import type { SearchConnection } from './search-connection.ts';
import { SearchConnections } from './search-connections.ts';

/** A post that was found. */
export interface Hit {
  id: string;
  title: string;
}

/** Finds posts by their words, with another team's service. */
export class SearchService {
  @inject(Database) private readonly db!: Database;
  @inject(Log) private readonly log!: Log;
  @inject(RecentSearches) private readonly recent!: RecentSearches;
  @inject(SearchConnections) private readonly connections!: SearchConnections;

  /** The published posts that contain all of these words, in the order of the service: the best ones first. */
  async find(words: string): Promise<Hit[]> {
    const connection = await this.connections.take();
    const ids = await this.#ask(connection, words);
    // #region step-1
    this.connections.give(connection);
    if (ids.length === 0) return [];
    this.recent.add(words);
    const rows = await this.db.all<Hit>`select id, title from posts where id in ${ids} and published = ${true}`;
    // #starter
    // if (ids.length === 0) return [];
    // this.recent.add(words);
    // const rows = await this.db.all<Hit>`select id, title from posts where id in ${ids} and published = ${true}`;
    // this.connections.give(connection);
    // #endregion
    const hits = new Map(rows.map((row) => [row.id, row]));
    return ids.flatMap((id) => hits.get(id) ?? []);
  }

  async #ask(connection: SearchConnection, words: string): Promise<string[]> {
    const end = outgoing.startTimer({ service: 'search' });
    try {
      const ids = await connection.ask(words);
      this.log.info('searched', { connection: connection.number, found: ids.length, ms: Math.round(end() * 1_000) });
      return ids;
    } catch (error) {
      // A response that still arrives in it is for nobody.
      this.connections.drop(connection);
      throw error;
    }
  }
}
