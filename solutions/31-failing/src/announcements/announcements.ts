import { Clock, Database, inject, traceHeaders } from 'trellis';

/** A job: tell the service at ANNOUNCE_URL that a post has been published. */
export interface Announcement {
  post_id: string;
  /** The trace of the request that has published the post; `''` if it isn't known. */
  traceparent: string;
  attempts: number;
}

const mostAttempts = 5;

/** The posts that still have to be announced. In a table, so that a restart loses none. */
export class Announcements {
  readonly url = process.env.ANNOUNCE_URL ?? '';
  @inject(Database) private readonly db!: Database;
  @inject(Clock) private readonly clock!: Clock;

  /** A post is announced once, however often it is published. */
  async add(tx: Database, post_id: string): Promise<void> {
    if (this.url === '') return;
    const { traceparent = '' } = traceHeaders();
    await tx.run`
      insert into announcements (post_id, traceparent, attempts, due_at)
      values (${post_id}, ${traceparent}, 0, ${this.clock.now()})
      on conflict (post_id) do nothing`;
  }

  /** The next one that is due. Nobody else gets it for a minute; if this process dies, somebody does after that. */
  claim(): Promise<Announcement | undefined> {
    const now = this.clock.now();
    return this.db.get<Announcement>`
      update announcements set due_at = ${now + 60_000}, attempts = attempts + 1
      where post_id = (select post_id from announcements where due_at <= ${now} order by due_at limit 1) and due_at <= ${now}
      returning post_id, traceparent, attempts`;
  }

  async finish({ post_id }: Announcement): Promise<void> {
    await this.db.run`update announcements set due_at = null where post_id = ${post_id}`;
  }

  /** Another attempt follows, after a pause that doubles each time, until there have been five. */
  async retry({ post_id, attempts }: Announcement): Promise<void> {
    const due = attempts < mostAttempts ? this.clock.now() + 1_000 * 2 ** attempts : null;
    await this.db.run`update announcements set due_at = ${due} where post_id = ${post_id}`;
  }
}
