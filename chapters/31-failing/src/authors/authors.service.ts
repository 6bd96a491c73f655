import { Cache, Database, inject } from 'trellis';
import { UsersService } from '../users/users.service.ts';

/** What everyone may know about somebody who writes. */
export interface Author {
  id: string;
  name: string;
  posts: number;
  since: string;
}

/** Seconds. */
const ttl = 30;

/** The people who have published something. */
export class AuthorsService {
  @inject(Cache) private readonly cache!: Cache;
  @inject(Database) private readonly db!: Database;
  @inject(UsersService) private readonly users!: UsersService;

  /** Undefined if nobody with this id has published anything: readers without posts aren't public. */
  async find(id: string): Promise<Author | undefined> {
    const user = await this.users.find(id);
    if (user === undefined) return undefined;
    const posts = await this.cache.getOrSet(`posts of ${id}`, ttl, () => this.#count(id));
    return posts === 0 ? undefined : { id, name: user.name, posts, since: user.created_at.slice(0, 10) };
  }

  async #count(id: string): Promise<number> {
    const row = await this.db.get<{ count: number }>`
      select count(*) as count from posts where author_id = ${id} and published = ${true}`;
    return Number(row?.count ?? 0);
  }
}
