import type { Migration } from './migration.ts';

/** The life of our tables. A place in this list is a number for ever: new ones come at the end. */
export const schema: readonly Migration[] = [
  {
    name: 'users',
    apply: (tx) => tx.run`create table if not exists users (
      id text primary key,
      email text not null,
      email_key text not null unique,
      password text not null,
      name text not null,
      role text not null,
      created_at text not null
    )`,
  },
  {
    name: 'posts',
    apply: (tx) => tx.run`create table if not exists posts (
      id text primary key,
      title text not null,
      content text not null,
      author_id text not null references users (id),
      published boolean not null,
      created_at text not null,
      updated_at text not null
    )`,
  },
  {
    name: 'api keys',
    apply: (tx) => tx.run`create table if not exists api_keys (
      id text primary key,
      name text not null,
      user_id text not null references users (id),
      key_digest text not null unique,
      created_at text not null
    )`,
  },
  // Step 1: the fourth, an index.
];
