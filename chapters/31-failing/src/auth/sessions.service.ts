import { randomBytes } from 'node:crypto';
import { Clock, Database, inject } from 'trellis';
import { digest } from './digest.ts';

/** A row of the table. Its id is the digest of the session id, so that nobody can sign in with what the table contains. */
export interface Session {
  id: string;
  user_id: string;
  /** What the browser called itself when it signed in. */
  user_agent: string;
  created_at: string;
  last_used_at: string;
}

/** The absolute timeout, in seconds: after a day, a session ends even if it is in use. */
export const sessionLifetime = 24 * 60 * 60;

/** Stores who is signed in, and where. */
export class SessionsService {
  /** The idle timeout, in seconds. The contract promises 24 hours, so a shorter one has to be asked for. */
  readonly idleTimeout = Number(process.env.SESSION_IDLE_MINUTES || 24 * 60) * 60;
  @inject(Database) private readonly db!: Database;
  @inject(Clock) private readonly clock!: Clock;

  async onStart(): Promise<void> {
    // `touch` notes a use once a minute.
    if (!Number.isInteger(this.idleTimeout) || this.idleTimeout < 120) {
      const value = process.env.SESSION_IDLE_MINUTES;
      throw new RangeError(`SESSION_IDLE_MINUTES is "${value}". It must be an integer of at least 2.`);
    }
  }

  /** Returns the new session id, which only the user's browser may know. `startedAt` is the time at which the sign-in began. */
  async create(user_id: string, user_agent: string, startedAt: number, db: Database = this.db): Promise<string> {
    const id = randomBytes(32).toString('base64url');
    const created_at = new Date(startedAt).toISOString();
    await this.removeExpired(db);
    await db.run`
      insert into sessions (id, user_id, user_agent, created_at, last_used_at)
      values (${digest(id)}, ${user_id}, ${user_agent.slice(0, 200)}, ${created_at}, ${this.ago(0)})`;
    return id;
  }

  /** The session with this session id, unless it has timed out, or began before the user's cutoff. */
  async find(id: string): Promise<Session | undefined> {
    const session = await this.db.get<Session>`
      select * from sessions
      where id = ${digest(id)}
        and created_at > ${this.ago(sessionLifetime)}
        and last_used_at > ${this.ago(this.idleTimeout)}
        and not exists (
          select 1 from token_cutoffs where user_id = sessions.user_id and valid_from > sessions.created_at
        )`;
    if (session !== undefined) await this.touch(session);
    return session;
  }

  async destroy(id: string): Promise<void> {
    await this.db.run`delete from sessions where id = ${digest(id)}`;
  }

  /** All sessions of a user that `find` would find, newest first. */
  list(user_id: string): Promise<Session[]> {
    return this.db.all<Session>`
      select * from sessions
      where user_id = ${user_id}
        and created_at > ${this.ago(sessionLifetime)}
        and last_used_at > ${this.ago(this.idleTimeout)}
        and not exists (
          select 1 from token_cutoffs where user_id = sessions.user_id and valid_from > sessions.created_at
        )
      order by created_at desc, id desc`;
  }

  /** Ends a session by the id in the table, but only if it belongs to this user. */
  async end(id: string, user_id: string): Promise<void> {
    await this.db.run`delete from sessions where id = ${id} and user_id = ${user_id}`;
  }

  /** Ends all sessions of a user except the one with this id in the table. */
  async endOthers(user_id: string, current = ''): Promise<void> {
    await this.db.run`delete from sessions where user_id = ${user_id} and id <> ${current}`;
  }

  /** Without this, the table would grow forever. */
  protected async removeExpired(db: Database): Promise<void> {
    await db.run`delete from sessions where created_at <= ${this.ago(sessionLifetime)}`;
  }

  /** Records that a session was used. Once a minute is enough, and spares the database a write for every request. */
  protected async touch({ id, last_used_at }: Session): Promise<void> {
    if (last_used_at > this.ago(60)) return;
    await this.db.run`update sessions set last_used_at = ${this.ago(0)} where id = ${id}`;
  }

  /** The time this many seconds ago, as the table stores times. */
  protected ago(seconds: number): string {
    return new Date(this.clock.now() - seconds * 1000).toISOString();
  }
}
