import { Database, inject } from 'trellis';
import { v7 as uuid } from 'uuid';
import type { User, UserRow } from './user.ts';

/** Stores the users. */
export class UsersService {
  @inject(Database) private readonly db!: Database;

  async onStart(): Promise<void> {
    await this.db.run`create table if not exists users (
      id text primary key,
      email text not null,
      email_key text not null unique,
      password text not null,
      name text not null,
      created_at text not null
    )`;
  }

  /** Takes the hash of the password, never the password itself. */
  async create({ email, name, hash }: { email: string; name: string; hash: string }): Promise<User> {
    const user: User = { id: uuid(), email, name, created_at: new Date().toISOString() };
    try {
      await this.db.run`
        insert into users (id, email, email_key, password, name, created_at)
        values (${user.id}, ${email}, ${email.toLowerCase()}, ${hash}, ${name}, ${user.created_at})`;
    } catch (error) {
      // No query beforehand: another request could insert the same email between the query and this insert.
      if ((error as { code?: string }).code !== 'unique') throw error;
      throw new Error('email already registered', { cause: error });
    }
    return user;
  }

  /** The row, with the hash: only for code that checks a password. */
  findByEmail(email: string): Promise<UserRow | undefined> {
    return this.db.get<UserRow>`select * from users where email_key = ${email.toLowerCase()}`;
  }

  /** Only if the old hash is still there: in the meantime, the user may have chosen another password. */
  async replaceHash(id: string, old: string, hash: string): Promise<void> {
    await this.db.run`update users set password = ${hash} where id = ${id} and password = ${old}`;
  }

  findById(id: string): Promise<UserRow | undefined> {
    return this.db.get<UserRow>`select * from users where id = ${id}`;
  }
}
