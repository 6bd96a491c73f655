import { createHash, randomBytes } from 'node:crypto';
import { Clock, Database, inject } from 'trellis';

const lifetime = 60 * 60 * 1000;

/** Stores when each key ends. Of the key itself, only a digest: a copy of the table opens nothing. */
export class DraftKeys {
  @inject(Clock) private readonly clock!: Clock;
  @inject(Database) private readonly db!: Database;

  async onStart(): Promise<void> {
    await this.db.run`create table if not exists draft_keys (digest text primary key, ends_at text not null)`;
  }

  async issue(): Promise<string> {
    const key = randomBytes(24).toString('base64url');
    const end = new Date(this.clock.now() + lifetime).toISOString();
    await this.db.run`insert into draft_keys (digest, ends_at) values (${digestOf(key)}, ${end})`;
    return key;
  }

  async isValid(key: string): Promise<boolean> {
    const now = new Date(this.clock.now()).toISOString();
    const row = await this.db.get`select digest from draft_keys where digest = ${digestOf(key)} and ends_at > ${now}`;
    return row !== undefined;
  }
}

function digestOf(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}
