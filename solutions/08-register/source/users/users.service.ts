// #region step-1
import { Database, inject } from 'trellis';
import { v7 as uuid } from 'uuid';
import type { User } from './user.ts';

/** Stores the users. */
export class UsersService {
  @inject(Database) private readonly db!: Database;

  async onStart(): Promise<void> {
    await this.db.run`create table if not exists users (
      id text primary key,
      email text not null,
      // #endregion
      // #region step-5
      email_key text not null unique,
      // #step-1
      // email_key text not null,
      // #endregion
      // #region step-1
      password text not null,
      name text not null,
      created_at text not null
    )`;
  }
  // #endregion

  // #region step-5
  // #step-2
  // async isTaken(email: string): Promise<boolean> {
  //   const row = await this.db.get`select id from users where email_key = ${email.toLowerCase()}`;
  //   return row !== undefined;
  // }
  // #endregion

  // #region step-1
  /** Takes the hash of the password, never the password itself. */
  async create({ email, name, hash }: { email: string; name: string; hash: string }): Promise<User> {
    const user: User = { id: uuid(), email, name, created_at: new Date().toISOString() };
    // #endregion
    // #region step-5
    try {
      await this.db.run`
        insert into users (id, email, email_key, password, name, created_at)
        values (${user.id}, ${email}, ${email.toLowerCase()}, ${hash}, ${name}, ${user.created_at})`;
    } catch (error) {
      // No query beforehand: another request could insert the same email between the query and this insert.
      if ((error as { code?: string }).code !== 'unique') throw error;
      throw new Error('email already registered', { cause: error });
    }
    // #step-1
    // await this.db.run`
    //   insert into users (id, email, email_key, password, name, created_at)
    //   values (${user.id}, ${email}, ${email.toLowerCase()}, ${hash}, ${name}, ${user.created_at})`;
    // #endregion
    // #region step-1
    return user;
  }
}
// #endregion
