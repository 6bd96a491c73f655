import { Clock, Database, inject, traceHeaders } from 'trellis';
import { v7 as uuid } from 'uuid';

/** A job: have the mail service at MAIL_URL print a letter and send it to a reader. */
export interface Letter {
  id: string;
  /** The reader's email address. */
  recipient: string;
  subject: string;
  /** The trace of the request that has written the letter. */
  traceparent: string;
  attempts: number;
}

const mostAttempts = 5;

/** The letters that still have to be sent. In a table, so that a restart loses none. */
export class Letters {
  readonly url = process.env.MAIL_URL ?? '';
  @inject(Database) private readonly db!: Database;
  @inject(Clock) private readonly clock!: Clock;

  async add(tx: Database, user_id: string, subject: string): Promise<void> {
    if (this.url === '') return;
    const { traceparent = '' } = traceHeaders();
    await tx.run`
      insert into letters (id, user_id, subject, traceparent, attempts, due_at)
      values (${uuid()}, ${user_id}, ${subject}, ${traceparent}, 0, ${this.clock.now()})`;
  }

  /** The next one that is due. Nobody else gets it for a minute; if this process dies, somebody does after that. */
  claim(): Promise<Letter | undefined> {
    const now = this.clock.now();
    return this.db.get<Letter>`
      update letters set due_at = ${now + 60_000}, attempts = attempts + 1
      where id = (select id from letters where due_at <= ${now} order by due_at, id limit 1) and due_at <= ${now}
      returning id, subject, traceparent, attempts, (select email from users where users.id = user_id) as recipient`;
  }

  async finish({ id }: Letter): Promise<void> {
    await this.db.run`update letters set due_at = null where id = ${id}`;
  }

  /** Another attempt follows, after a pause that doubles each time, until there have been five. */
  async retry({ id, attempts }: Letter): Promise<void> {
    const due = attempts < mostAttempts ? this.clock.now() + 1_000 * 2 ** attempts : null;
    await this.db.run`update letters set due_at = ${due} where id = ${id}`;
  }
}
