import { Clock, Database, inject } from 'trellis';

/**
 * Stores, for each user, the time before which no token counts. A signed token can't be deleted, but it says when it was
 * issued, so this ends every token that a user has.
 */
export class TokenCutoffs {
  @inject(Database) private readonly db!: Database;
  @inject(Clock) private readonly clock!: Clock;

  /** Ends all access tokens and refresh tokens that this user has now. */
  async set(user_id: string): Promise<void> {
    await this.db.run`
      insert into token_cutoffs (user_id, valid_from) values (${user_id}, ${isoOf(this.clock.now())})
      on conflict (user_id) do update set valid_from = excluded.valid_from`;
  }

  /** Whether a token of this user that was issued at this time, in milliseconds, still counts. */
  async accepts(user_id: string, issuedAt: number): Promise<boolean> {
    const row = await this.db.get<{ valid_from: string }>`
      select valid_from from token_cutoffs where user_id = ${user_id}`;
    return row === undefined || isoOf(issuedAt) >= row.valid_from;
  }
}

/** Strings of this form sort like the times that they represent. */
function isoOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
