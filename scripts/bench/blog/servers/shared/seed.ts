import { digest, type User } from './auth.ts';
import type { KeyValue } from './key-value.ts';
import type { Store, Value } from './store.ts';

/** The data that every server starts with. Nothing in it is random, so all responses can be compared. */
export const author: User = {
  id: '00000000-0000-7000-8000-000000000001',
  email: 'cook@example.com',
  name: 'The cook',
  role: 'user',
  created_at: '2026-01-01T00:00:00.000Z',
};
export const sessionId = '6f1c6a52-9d0e-4c11-8f6a-2f0b6c1d9e77';

/** Published posts, and drafts of the same author. */
export const PUBLISHED = 200;
const DRAFTS = 50;
/** Users with a refresh token per server: one for each connection of the load, and some for the conformance script. */
const FAMILIES = 80;

export interface SeededPost {
  id: string;
  title: string;
  content: string;
  author_id: string;
  published: boolean;
  created_at: string;
  updated_at: string;
}

/** The oldest first. */
export const posts: SeededPost[] = Array.from({ length: PUBLISHED + DRAFTS }, (_, index) => {
  const at = new Date(Date.UTC(2026, 0, 2) + index * 60_000).toISOString();
  return {
    id: `00000000-0000-7000-8000-${String(1000 + index).padStart(12, '0')}`,
    title: `Soup number ${index + 1}`,
    content: 'Add more basil, and taste. '.repeat(12).trim(),
    author_id: author.id,
    published: index < PUBLISHED,
    created_at: at,
    updated_at: at,
  };
});

/** Any string is a refresh token if its digest is stored. */
export function refreshToken(server: string, index: number): string {
  return `refresh-${server}-${index}`;
}

export async function seed(
  store: Pick<Store, 'run'>,
  keyValue: Pick<KeyValue, 'set'>,
  servers: readonly string[],
): Promise<void> {
  const { id, email, name, role, created_at } = author;
  const insert = (table: string, columns: Record<string, Value>) => {
    const names = Object.keys(columns);
    const places = names.map((_, index) => `$${index + 1}`);
    const sql = `insert into ${table} (${names.join(', ')}) values (${places.join(', ')})`;
    return store.run(sql, Object.values(columns));
  };
  const insertUser = (id: string, email: string) =>
    insert('users', { id, email, email_key: email, password: 'no hash', name, role, created_at });
  await insertUser(id, email);
  for (const post of posts) await insert('posts', { ...post });
  const now = new Date().toISOString();
  const session = { id: digest(sessionId), user_id: id, user_agent: '', created_at: now, last_used_at: now };
  await insert('sessions', session);
  for (const [number, server] of servers.entries()) {
    for (let index = 0; index < FAMILIES; index++) {
      const user_id = `00000000-0000-7000-9000-${String(number * FAMILIES + index).padStart(12, '0')}`;
      const family = { id: `${server}-${index}`, user_id, started_at: now };
      await insertUser(user_id, `${family.id}@example.com`);
      await keyValue.set(`family:${family.id}`, family, 30 * 24 * 60 * 60);
      await keyValue.set(`refresh:${digest(refreshToken(server, index))}`, family.id, 7 * 24 * 60 * 60);
    }
  }
}
