import { randomUUID } from 'node:crypto';
import { compare, hash } from 'bcryptjs';
import { Clock, Database, HttpError, inject } from 'trellis';
import { Latecomers } from './latecomers.ts';

/** A person, as clients see them. */
export interface Person {
  name: string;
  email: string;
  role: string;
  id: string;
  created_at: string;
}

interface Row {
  person_id: string;
  login: string;
  mail: string;
  full_name: string;
  secret: string;
  kind: string;
  since: string;
}

/** Everyone who has an account, and their passwords. */
export class People {
  @inject(Clock) private readonly clock!: Clock;
  @inject(Database) private readonly db!: Database;
  readonly #cost = Number(process.env.BCRYPT_COST || 14);
  readonly #latecomers = new Latecomers();
  #decoy = '';

  async onStart(): Promise<void> {
    this.#decoy = await hash(randomUUID(), this.#cost);
    await this.db.run`create table if not exists person (
      person_id text primary key,
      login text not null unique,
      mail text not null,
      full_name text not null,
      secret text not null,
      kind text not null,
      since text not null
    )`;
  }

  async add(mail: string, full_name: string, password: string): Promise<Person> {
    if (Buffer.byteLength(password) > 72) throw new HttpError(400, 'Invalid request');
    const since = new Date(this.clock.now()).toISOString();
    const secret = await hash(password, this.#cost);
    const row: Row = {
      person_id: randomUUID(),
      login: mail.toLowerCase(),
      mail,
      full_name,
      secret,
      kind: 'user',
      since,
    };
    await this.#latecomers.goFirst();
    try {
      await this.db.run`
        insert into person (person_id, login, mail, full_name, secret, kind, since)
        values (${row.person_id}, ${row.login}, ${mail}, ${full_name}, ${secret}, ${row.kind}, ${since})`;
    } catch (error) {
      const isTaken = (error as { code?: string }).code === 'unique';
      throw isTaken ? new HttpError(409, 'Email already registered') : failedToCreate(error);
    }
    return visible(row);
  }

  async withPassword(mail: string, password: string): Promise<Person> {
    const row = await this.db.get<Row>`select * from person where login = ${mail.toLowerCase()}`;
    const isRight = await compare(password, row?.secret ?? this.#decoy);
    if (!row || !isRight || Buffer.byteLength(password) > 72) throw new HttpError(401, 'Invalid credentials');
    return visible(row);
  }

  async everyone(): Promise<Person[]> {
    return (await this.db.all<Row>`select * from person order by since desc`).map(visible);
  }

  async setRole(id: string, kind: string): Promise<Person | undefined> {
    await this.db.run`update person set kind = ${kind} where person_id = ${id}`;
    return this.byId(id);
  }

  async byId(id: string): Promise<Person | undefined> {
    const row = await this.db.get<Row>`select * from person where person_id = ${id}`;
    return row && visible(row);
  }
}

function visible({ person_id, mail, full_name, kind, since }: Row): Person {
  return { name: full_name, email: mail, role: kind, id: person_id, created_at: since };
}

function failedToCreate(error: unknown): HttpError {
  return new HttpError(500, 'Failed to create user', { cause: error });
}
