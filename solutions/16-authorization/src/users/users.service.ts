import { Database, inject } from 'trellis';
import { v7 as uuid } from 'uuid';
import { EmailTaken } from './email-taken.ts';
import { toUser, type User, type UserRow } from './user.ts';

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
      role text not null,
      created_at text not null
    )`;
  }

  /** Takes the hash of the password, never the password itself. */
  async create({ email, name, hash }: { email: string; name: string; hash: string }): Promise<User> {
    const user: User = { id: uuid(), email, name, role: 'user', created_at: new Date().toISOString() };
    try {
      await this.db.run`
        insert into users (id, email, email_key, password, name, role, created_at)
        values (${user.id}, ${email}, ${email.toLowerCase()}, ${hash}, ${name}, ${user.role}, ${user.created_at})`;
    } catch (error) {
      // No query beforehand: another request could insert the same email between the query and this insert.
      if ((error as { code?: string }).code !== 'unique') throw error;
      throw new EmailTaken('email already registered', { cause: error });
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

  async find(id: string): Promise<User | undefined> {
    const row = await this.db.get<UserRow>`select * from users where id = ${id}`;
    return row && toUser(row);
  }

  async list(): Promise<User[]> {
    const rows = await this.db.all<UserRow>`select * from users order by created_at desc, id desc`;
    return rows.map(toUser);
  }

  /** Undefined if there is no such user. */
  async changeRole(id: string, role: string): Promise<User | undefined> {
    const row = await this.db.get<UserRow>`update users set role = ${role} where id = ${id} returning *`;
    return row && toUser(row);
  }

  async hasAdmin(): Promise<boolean> {
    return (await this.db.get`select id from users where role = ${'admin'} limit 1`) !== undefined;
  }

  /** Undefined if there is an admin already, or no such user. */
  async makeFirstAdmin(id: string): Promise<User | undefined> {
    const row = await this.db.get<UserRow>`
      update users set role = ${'admin'}
      where id = ${id} and not exists (select 1 from users where role = ${'admin'})
      returning *`;
    return row && toUser(row);
  }
}
