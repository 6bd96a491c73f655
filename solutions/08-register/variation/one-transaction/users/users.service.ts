import { Database, inject } from 'trellis';
import { v7 as uuid } from 'uuid';
import type { Profile, User } from './user.ts';

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
    await this.db.run`create table if not exists handles (
      user_id text primary key references users (id),
      handle text not null,
      handle_key text not null unique
    )`;
  }

  /** Takes the hash of the password, never the password itself. With a handle, both rows are stored, or neither. */
  create(user: { email: string; name: string; hash: string }, handle = ''): Promise<User> {
    if (handle === '') return insertUser(this.db, user);
    return this.db.transaction(async (tx) => {
      const created = await insertUser(tx, user);
      await tx.run`
        insert into handles (user_id, handle, handle_key) values (${created.id}, ${handle}, ${handle.toLowerCase()})
      `.catch(taken('handle already taken'));
      return { ...created, handle };
    });
  }

  profile(handle: string): Promise<Profile | undefined> {
    return this.db.get<Profile>`
      select handles.handle, users.name, users.created_at
      from handles join users on users.id = handles.user_id
      where handles.handle_key = ${handle.toLowerCase()}`;
  }
}

async function insertUser(db: Database, { email, name, hash }: { email: string; name: string; hash: string }) {
  const user: User = { id: uuid(), email, name, created_at: new Date().toISOString() };
  await db.run`
    insert into users (id, email, email_key, password, name, created_at)
    values (${user.id}, ${email}, ${email.toLowerCase()}, ${hash}, ${name}, ${user.created_at})
  `.catch(taken('email already registered'));
  return user;
}

/** No query beforehand: another request could insert the same value between the query and the insert. */
function taken(message: string) {
  return (error: unknown): never => {
    if ((error as { code?: string }).code !== 'unique') throw error;
    throw new Error(message, { cause: error });
  };
}
