import { Database, inject } from 'trellis';
import { v7 as uuid } from 'uuid';
import { firstPage, type Page } from '../paging/page.ts';
import { EmailTaken } from './email-taken.ts';
import { toUser, type User, type UserRow } from './user.ts';

/** Stores the users. */
export class UsersService {
  @inject(Database) private readonly db!: Database;

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

  /** Returns false if the old hash is no longer there: in the meantime, the user has chosen another password. */
  async replaceHash(id: string, old: string, hash: string, db: Database = this.db): Promise<boolean> {
    const { changes } = await db.run`update users set password = ${hash} where id = ${id} and password = ${old}`;
    return changes > 0;
  }

  async find(id: string, db: Database = this.db): Promise<User | undefined> {
    const row = await db.get<UserRow>`select * from users where id = ${id}`;
    return row && toUser(row);
  }

  async list({ limit, after }: Page = firstPage): Promise<User[]> {
    const rows = await this.db.all<UserRow>`
      select * from users
      where (created_at, id) < (${after.created_at}, ${after.id})
      order by created_at desc, id desc
      limit ${limit}`;
    return rows.map(toUser);
  }

  /** Undefined if there is no such user. */
  async changeRole(id: string, role: string, db: Database = this.db): Promise<User | undefined> {
    const row = await db.get<UserRow>`update users set role = ${role} where id = ${id} returning *`;
    return row && toUser(row);
  }
}
