import { Database, inject } from 'trellis';

/** Stores the addresses of the readers who subscribed to the newsletter. */
export class NewsletterService {
  @inject(Database) private readonly db!: Database;

  async onStart(): Promise<void> {
    await this.db.run`create table if not exists subscribers (
      email text primary key,
      confirmed boolean not null,
      joined_at text not null
    )`;
  }

  async count(): Promise<number> {
    const row = await this.db.get<{ total: number }>`select count(*) as total from subscribers`;
    return Number(row?.total);
  }

  async subscribe(email: string): Promise<void> {
    const now = new Date().toISOString();
    await this.db.run`
      insert into subscribers (email, confirmed, joined_at) values (${email}, ${false}, ${now})
      on conflict do nothing`;
  }

  async unsubscribe(email: string): Promise<void> {
    await this.db.run`delete from subscribers where email = ${email}`;
  }
}
