import type { Store } from './store.ts';

/** The tables and indexes of the blog of chapter 22, as far as the compared routes need them. */
export async function createTables(store: Store): Promise<void> {
  await store.run(`create table if not exists users (
    id text primary key,
    email text not null,
    email_key text not null unique,
    password text not null,
    name text not null,
    role text not null,
    created_at text not null
  )`);
  await store.run(`create table if not exists posts (
    id text primary key,
    title text not null,
    content text not null,
    author_id text not null references users (id),
    published boolean not null,
    created_at text not null,
    updated_at text not null
  )`);
  await store.run(`create table if not exists sessions (
    id text primary key,
    user_id text not null references users (id),
    user_agent text not null,
    created_at text not null,
    last_used_at text not null
  )`);
  await store.run(`create table if not exists token_cutoffs (
    user_id text primary key references users (id),
    valid_from text not null
  )`);
  await store.run('create index if not exists posts_by_date on posts (published, created_at desc, id desc)');
  await store.run('create index if not exists posts_by_author on posts (author_id, created_at desc, id desc)');
}
