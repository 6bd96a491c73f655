import { Clock, Database, inject } from 'trellis';
import { PostsService } from '../posts/posts.service.ts';

const kinds = ['like', 'love', 'laugh'] as const;
export type Kind = (typeof kinds)[number];

export function isKind(word: string): word is Kind {
  return kinds.includes(word as Kind);
}

/** How many readers have reacted to a post in which way. */
export type Counts = Record<Kind, number>;

/** Stores the reactions: at most one of each reader to each post. */
export class ReactionsService {
  @inject(Clock) private readonly clock!: Clock;
  @inject(Database) private readonly db!: Database;
  @inject(PostsService) private readonly posts!: PostsService;

  async countsOf(post_id: string): Promise<Counts> {
    const rows = await this.db.all<{ kind: Kind; count: number }>`
      select kind, count(*) as count from reactions where post_id = ${post_id} group by kind`;
    const counts: Counts = { like: 0, love: 0, laugh: 0 };
    // PostgreSQL counts in bigint, which may arrive as a string.
    for (const { kind, count } of rows) counts[kind] = Number(count);
    return counts;
  }

  /** Replaces the reader's earlier reaction. Undefined if there is no such post, or if it isn't published. */
  async set(post_id: string, user_id: string, kind: Kind): Promise<Counts | undefined> {
    const post = await this.posts.find(post_id);
    if (post === undefined) return undefined;
    await this.db.run`
      insert into reactions (user_id, post_id, kind, created_at)
      values (${user_id}, ${post_id}, ${kind}, ${new Date(this.clock.now()).toISOString()})
      on conflict (user_id, post_id) do update set kind = ${kind}`;
    return this.countsOf(post_id);
  }
}
