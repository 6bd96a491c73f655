import { Clock, Database, inject } from 'trellis';

/** In milliseconds. A sign-in that begins during the transaction still reads the old hash and the old role. */
const longestTransaction = 1_000;

/**
 * Stores, for each user, the time from which on a sign-in counts. Everything that an earlier one has opened has ended: sessions,
 * refresh tokens, and access tokens, which can't be deleted, but say when they were issued.
 */
export class TokenCutoffs {
  @inject(Database) private readonly db!: Database;
  @inject(Clock) private readonly clock!: Clock;

  /**
   * Ends everything that this user's sign-ins have opened. What is issued at the time that it returns counts again. If something
   * else changes together with it, pass on the transaction of that change: both have to happen, or neither.
   */
  async set(user_id: string, db: Database = this.db): Promise<number> {
    for (;;) {
      const row = await db.get<Cutoff>`select valid_from from token_cutoffs where user_id = ${user_id}`;
      // Later than every earlier cutoff, and than every sign-in that begins before this transaction ends.
      const from = Math.max(this.clock.now() + longestTransaction, timeOf(row) + 1);
      const { changes } = await db.run`
        insert into token_cutoffs (user_id, valid_from) values (${user_id}, ${isoOf(from)})
        on conflict (user_id) do update set valid_from = excluded.valid_from
        where token_cutoffs.valid_from < excluded.valid_from`;
      // Nothing has changed if another request was faster: this one has to be later still.
      if (changes > 0) return from;
    }
  }

  /**
   * The time to stamp a sign-in with that begins now, in milliseconds. Ask before you read the password's hash and the role: if
   * they change after that, so does the cutoff, and ends what the sign-in opens.
   */
  async startSignIn(email: string): Promise<number> {
    const row = await this.db.get<Cutoff>`
      select valid_from from token_cutoffs join users on users.id = token_cutoffs.user_id
      where users.email_key = ${email.toLowerCase()}`;
    return Math.max(this.clock.now(), timeOf(row));
  }

  /** Whether what this user got at this time, in milliseconds, still counts. */
  async accepts(user_id: string, issuedAt: number): Promise<boolean> {
    const row = await this.db.get<Cutoff>`select valid_from from token_cutoffs where user_id = ${user_id}`;
    return row === undefined || isoOf(issuedAt) >= row.valid_from;
  }
}

interface Cutoff {
  valid_from: string;
}

/** In milliseconds. */
function timeOf(row: Cutoff | undefined): number {
  return row === undefined ? 0 : Date.parse(row.valid_from);
}

/** Strings of this form sort like the times that they represent. Rounded, because `iat` is a fraction of seconds. */
function isoOf(milliseconds: number): string {
  return new Date(Math.round(milliseconds)).toISOString();
}
