import { Database, inject } from 'trellis';

/** Creates the tables. Other services depend on this one, so that they find them when they start. */
export class Schema {
  @inject(Database) private readonly db!: Database;

  async onStart(): Promise<void> {
    // The keys are the names in lower case: uniqueness is a promise that only the database can keep.
    await this.db.run`create table if not exists users (
      id text primary key,
      username text not null,
      username_key text not null unique,
      email text not null,
      email_key text not null unique,
      password text not null,
      bio text,
      image text,
      token_version integer not null
    )`;
    await this.db.run`create table if not exists follows (
      follower_id text not null references users (id),
      followed_id text not null references users (id),
      primary key (follower_id, followed_id)
    )`;
    await this.db.run`create table if not exists articles (
      id text primary key,
      slug text not null unique,
      title text not null,
      description text not null,
      body text not null,
      author_id text not null references users (id),
      created_at text not null,
      updated_at text not null
    )`;
    await this.db.run`create index if not exists articles_by_author on articles (author_id, id)`;
    await this.db.run`create table if not exists article_tags (
      article_id text not null references articles (id) on delete cascade,
      position integer not null,
      tag text not null,
      primary key (article_id, position)
    )`;
    await this.db.run`create index if not exists articles_by_tag on article_tags (tag, article_id)`;
    await this.db.run`create table if not exists favorites (
      user_id text not null references users (id),
      article_id text not null references articles (id) on delete cascade,
      primary key (article_id, user_id)
    )`;
    await this.db.run`create index if not exists favorites_by_user on favorites (user_id, article_id)`;
    await this.db.run`create table if not exists comments (
      id integer primary key,
      article_id text not null references articles (id) on delete cascade,
      author_id text not null references users (id),
      body text not null,
      created_at text not null
    )`;
    await this.db.run`create index if not exists comments_by_article on comments (article_id, id)`;
    await this.db.run`create table if not exists counters (name text primary key, value integer not null)`;
    await this.db.run`insert into counters (name, value) values ('comments', 0) on conflict do nothing`;
  }
}
