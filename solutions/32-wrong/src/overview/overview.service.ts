import { Cache, Database, inject, Log } from 'trellis';
import { UsersService } from '../users/users.service.ts';

/** What a reader sees first after signing in. */
export interface Overview {
  name: string;
  email: string;
  /** The reader's next events. */
  bookings: { id: string; title: string; starts_at: string }[];
}

/** Seconds. A booking shows at once, because it drops the page. */
const ttl = 30;

/** Every reader's own page. The app asks for it whenever somebody opens it. */
export class OverviewService {
  @inject(Cache) private readonly cache!: Cache;
  @inject(Database) private readonly db!: Database;
  @inject(Log) private readonly log!: Log;
  @inject(UsersService) private readonly users!: UsersService;

  async of(user_id: string): Promise<Overview> {
    const key = this.#key(user_id);
    let cached = true;
    const overview = await this.cache.getOrSet(key, ttl, () => {
      cached = false;
      return this.#load(user_id);
    });
    this.log.info('overview', { key, cached });
    return overview;
  }

  async drop(user_id: string): Promise<void> {
    await this.cache.delete(this.#key(user_id));
  }

  #key(user_id: string): string {
    return `overview-${user_id}`;
  }

  async #load(user_id: string): Promise<Overview> {
    const user = await this.users.find(user_id);
    const bookings = await this.db.all<Overview['bookings'][number]>`
      select events.id, events.title, events.starts_at
      from bookings join events on events.id = bookings.event_id
      where bookings.user_id = ${user_id}
      order by events.starts_at, events.id
      limit 20`;
    return { name: user?.name ?? '', email: user?.email ?? '', bookings };
  }
}
