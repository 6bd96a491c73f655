import { Database, inject } from 'trellis';
import { type Subscriber, type SubscriberRow, toSubscriber } from './subscriber.ts';

/** What else a newsletter needs. */
export class SubscribersService {
  @inject(Database) private readonly db!: Database;

  async find(email: string): Promise<Subscriber | undefined> {
    const row = await this.db.get<SubscriberRow>`select * from subscribers where email = ${email}`;
    return row && toSubscriber(row);
  }

  async confirm(email: string): Promise<Subscriber> {
    const row = await this.db.get<SubscriberRow>`
      update subscribers set confirmed = ${true} where email = ${email} returning *`;
    if (row === undefined) throw new Error('no such subscriber');
    return toSubscriber(row);
  }

  async discardUnconfirmed(): Promise<void> {
    await this.db.run`delete from subscribers where confirmed = ${false}`;
  }

  /** The longest-standing subscribers first. */
  async confirmed(): Promise<Subscriber[]> {
    const rows = await this.db.all<SubscriberRow>`
      select * from subscribers where confirmed = ${true} order by joined_at, email`;
    return rows.map(toSubscriber);
  }
}
