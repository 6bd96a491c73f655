import jwt from 'jsonwebtoken';
import type { Database } from 'trellis';

/** What every incident's program signs its tokens with. */
export const secret = 'a secret for the programs of incidents only';

/** The users that `seedUsers` creates, and their posts: `user-7`, `post-12`. */
export const userId = (number: number) => `user-${number}`;
export const postId = (number: number) => `post-${number}`;

const start = Date.UTC(2026, 0, 1);
const minute = 60_000;

/** Each a minute after the one before, so that every list has an order. */
export function timeOf(number: number): string {
  return new Date(start + number * minute).toISOString();
}

/** A token of a seeded user, as the blog signs it. */
export function tokenOf(number: number): string {
  return tokenFor({ id: userId(number), email: emailOf(number) });
}

/** A token of a user that an incident has seeded itself. */
export function tokenFor({ id, email }: { id: string; email: string }): string {
  const iat = Math.floor(Date.now() / 1_000) - 60;
  const claims = { user_id: id, email, role: 'user', iat, exp: iat + 86_400, iss: 'blog' };
  return jwt.sign(claims, secret, { algorithm: 'HS256' });
}

function emailOf(number: number): string {
  return `reader-${number}@example.com`;
}

/** Nobody can log in as one of them: the hash is none. They have tokens. */
export async function seedUsers(db: Database, count: number): Promise<void> {
  await inBatches(db, count, (tx, number) => {
    const email = emailOf(number);
    return tx.run`
      insert into users (id, email, email_key, password, name, role, created_at)
      values (${userId(number)}, ${email}, ${email}, 'none', ${`Reader ${number}`}, 'user', ${timeOf(number)})`;
  });
}

/** Published posts of the first users, with about this many lines each. */
export async function seedPosts(db: Database, count: number, { authors = 5, lines = 3 } = {}): Promise<void> {
  await inBatches(db, count, (tx, number) => {
    const content = Array.from({ length: lines }, (_, line) => sentence(number * 100 + line)).join('\n');
    return tx.run`
      insert into posts (id, title, content, author_id, published, created_at, updated_at)
      values (${postId(number)}, ${sentence(number, 5)}, ${content}, ${userId(number % authors)}, ${true},
        ${timeOf(number)}, ${timeOf(number)})`;
  });
}

/** One transaction for many rows: a commit costs more than a row. */
export async function inBatches(
  db: Database,
  count: number,
  insert: (tx: Database, number: number) => Promise<unknown>,
): Promise<void> {
  await db.transaction(async (tx) => {
    for (let number = 0; number < count; number++) await insert(tx, number);
  });
}

const words =
  `garden leek potato spring rain roof letter friend river winter bread kitchen window neighbour bicycle harvest soup
  market apple evening morning cellar ladder compost seed bean tomato shovel fence road village bridge`.split(/\s+/);

/** The same words for the same number. */
export function sentence(number: number, length = 12): string {
  let state = Math.imul(number + 1, 2_654_435_761) >>> 0;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return words[Math.floor((state / 2 ** 32) * words.length)]!;
  };
  return Array.from({ length }, next).join(' ');
}
