import { Clock, Database, inject } from 'trellis';

/** In milliseconds. A sign-in that begins during the transaction still reads the old hash and the old role. */
const longestTransaction = 1_000;

/**
 * Stores, for each user, the time from which sign-ins are accepted. Every session and token from an earlier sign-in is invalid,
 * even an access token, which can't be deleted, but says when it was issued.
 */
export class TokenCutoffs {
  @inject(Database) private readonly db!: Database;
  @inject(Clock) private readonly clock!: Clock;

  /**
   * Ends all sessions and tokens of this user. Anything issued at or after the returned time is valid. If something else changes
   * together with it, pass on the transaction of that change: both have to happen, or neither.
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
      // `changes` is 0 if another request has set a later cutoff. Try again with one later than that.
      if (changes > 0) return from;
    }
  }

  /**
   * The timestamp, in milliseconds, for a sign-in that begins now. Call this before you read the password's hash and the role: if
   * they change after that, so does the cutoff, and the session or token of this sign-in is invalid.
   */
  async startSignIn(email: string): Promise<number> {
    const row = await this.db.get<Cutoff>`
      select valid_from from token_cutoffs join users on users.id = token_cutoffs.user_id
      where users.email_key = ${email.toLowerCase()}`;
    return Math.max(this.clock.now(), timeOf(row));
  }

  /** Whether a session or token issued to this user at this time, in milliseconds, is still valid. */
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
