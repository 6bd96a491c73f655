import type { Migration } from './migration.ts';

/** The history of our tables. A position in this array is the migration's number, so new ones are added at the end. */
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
      scope text not null,
      key_digest text not null unique,
      created_at text not null
    )`,
  },
  {
    name: 'sessions',
    apply: (tx) => tx.run`create table if not exists sessions (
      id text primary key,
      user_id text not null references users (id),
      user_agent text not null,
      created_at text not null,
      last_used_at text not null
    )`,
  },
  {
    name: 'token cutoffs',
    apply: (tx) => tx.run`create table if not exists token_cutoffs (
      user_id text primary key references users (id),
      valid_from text not null
    )`,
  },
  {
    // Signing in removes expired sessions, and changing a password ends those of one user.
    name: 'indexes of the sessions',
    apply: async (tx) => {
      await tx.run`create index sessions_by_date on sessions (created_at)`;
      await tx.run`create index sessions_by_user on sessions (user_id)`;
    },
  },
  {
    // In the order in which the lists are read: the database finds the rows sorted, and skips the others.
    name: 'indexes for the lists',
    apply: async (tx) => {
      await tx.run`create index posts_by_date on posts (published, created_at desc, id desc)`;
      await tx.run`create index posts_by_author on posts (author_id, created_at desc, id desc)`;
    },
  },
  {
    name: 'idempotency keys',
    apply: async (tx) => {
      await tx.run`alter table posts add column request_key text`;
      await tx.run`alter table posts add column request_digest text`;
      await tx.run`create unique index posts_by_key on posts (author_id, request_key)`;
    },
  },
];
