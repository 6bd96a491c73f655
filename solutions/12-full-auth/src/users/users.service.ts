import { randomUUID } from 'node:crypto';
import { Database, inject } from 'trellis';
// #region step-2
import { EmailTaken } from './email-taken.ts';
// #endregion
// #region step-6
import { toUser, type User, type UserRow } from './user.ts';
// #starter
// import type { User, UserRow } from './user.ts';
// #endregion

/** Keeps the users. */
export class UsersService {
  @inject(Database) private readonly db!: Database;

  // #region step-3
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
  // #starter
  // // Step 3: one more column.
  // async onStart(): Promise<void> {
  //   await this.db.run`create table if not exists users (
  //     id text primary key,
  //     email text not null,
  //     email_key text not null unique,
  //     password text not null,
  //     name text not null,
  //     created_at text not null
  //   )`;
  // }
  // #endregion

  /** Takes the hash of the password, never the password. */
  async create({ email, name, hash }: { email: string; name: string; hash: string }): Promise<User> {
    // #region step-3
    const user: User = { id: randomUUID(), email, name, role: 'user', created_at: new Date().toISOString() };
    // #starter
    // // Step 3: everybody begins as "user".
    // const user: User = { id: randomUUID(), email, name, created_at: new Date().toISOString() };
    // #endregion
    try {
      // #region step-3
      await this.db.run`
        insert into users (id, email, email_key, password, name, role, created_at)
        values (${user.id}, ${email}, ${email.toLowerCase()}, ${hash}, ${name}, ${user.role}, ${user.created_at})`;
      // #starter
      // await this.db.run`
      //   insert into users (id, email, email_key, password, name, created_at)
      //   values (${user.id}, ${email}, ${email.toLowerCase()}, ${hash}, ${name}, ${user.created_at})`;
      // #endregion
    } catch (error) {
      // Not a look beforehand: between the look and the insert, somebody else can be quicker.
      if ((error as { code?: string }).code !== 'unique') throw error;
      // #region step-2
      throw new EmailTaken('email already registered', { cause: error });
      // #starter
      // // Step 2: an error of its own, which others can tell from the rest.
      // throw new Error('email already registered', { cause: error });
      // #endregion
    }
    return user;
  }

  /** The row, hash included: only for whoever checks a password. */
  findByEmail(email: string): Promise<UserRow | undefined> {
    return this.db.get<UserRow>`select * from users where email_key = ${email.toLowerCase()}`;
  }

  // #region step-6
  async find(id: string): Promise<User | undefined> {
    const row = await this.db.get<UserRow>`select * from users where id = ${id}`;
    return row && toUser(row);
  }
  // #starter
  // // Step 6: the user of an id, or undefined.
  // #endregion
}
