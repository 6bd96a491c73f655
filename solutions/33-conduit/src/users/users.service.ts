import { Database, DatabaseError, inject, type Sql, sql } from 'trellis';
import { v7 as uuid } from 'uuid';
import { Refused } from '../http/errors.ts';
import { Schema } from '../store/schema.ts';
import type { UserRow } from './user.ts';

/** What can be changed about a user. `password` is a hash. */
export type Changes = Partial<Pick<UserRow, 'username' | 'email' | 'password' | 'bio' | 'image'>>;

/** Stores the users. */
export class UsersService {
  @inject(Database) private readonly db!: Database;
  @inject(Schema) protected readonly schema!: Schema;

  /** Takes the hash of the password, never the password itself. */
  async create({ username, email, password }: Pick<UserRow, 'username' | 'email' | 'password'>): Promise<UserRow> {
    const user: UserRow = { id: uuid(), username, email, password, bio: null, image: null, token_version: 1 };
    // No query beforehand: another request could insert the same name between the query and this insert.
    await this.#uniquely(
      user,
      () =>
        this.db.run`
        insert into users (id, username, username_key, email, email_key, password, token_version)
        values (${user.id}, ${username}, ${keyOf(username)}, ${email}, ${keyOf(email)}, ${password}, 1)`,
    );
    return user;
  }

  /** All changes in one statement: either all of them happen, or none. */
  async update(user: UserRow, changes: Changes): Promise<UserRow> {
    const assignments = assignmentsOf(changes);
    if (assignments.length === 0) return user;
    const changed = await this.#uniquely(
      { ...user, ...changes },
      () => this.db.get<UserRow>`update users set ${sql.join(assignments)} where id = ${user.id} returning *`,
    );
    if (changed === undefined) throw new Error(`The user ${user.id} is gone.`);
    return changed;
  }

  find(id: string): Promise<UserRow | undefined> {
    return this.db.get<UserRow>`select * from users where id = ${id}`;
  }

  findByEmail(email: string): Promise<UserRow | undefined> {
    return this.db.get<UserRow>`select * from users where email_key = ${keyOf(email)}`;
  }

  findByName(username: string): Promise<UserRow | undefined> {
    return this.db.get<UserRow>`select * from users where username_key = ${keyOf(username)}`;
  }

  async #uniquely<T>(user: UserRow, write: () => Promise<T>): Promise<T> {
    try {
      return await write();
    } catch (error) {
      if (!(error instanceof DatabaseError) || error.code !== 'unique') throw error;
      throw new Refused(409, await this.#taken(user), { cause: error });
    }
  }

  /** Which names others have. The constraint that was violated is only the first of them. */
  async #taken({ id, username, email }: UserRow): Promise<Record<string, string[]>> {
    const [byName, byEmail] = await Promise.all([this.findByName(username), this.findByEmail(email)]);
    const isTaken = ['has already been taken'];
    return {
      ...(byName !== undefined && byName.id !== id && { username: isTaken }),
      ...(byEmail !== undefined && byEmail.id !== id && { email: isTaken }),
    };
  }
}

/** Names that differ only in case belong to the same user. */
export function keyOf(name: string): string {
  return name.toLowerCase();
}

function assignmentsOf({ username, email, password, bio, image }: Changes): Sql[] {
  return [
    username !== undefined && sql`username = ${username}, username_key = ${keyOf(username)}`,
    email !== undefined && sql`email = ${email}, email_key = ${keyOf(email)}`,
    // A new password ends the tokens that were issued for the old one.
    password !== undefined && sql`password = ${password}, token_version = token_version + 1`,
    bio !== undefined && sql`bio = ${bio}`,
    image !== undefined && sql`image = ${image}`,
  ].filter((assignment) => assignment !== false);
}
