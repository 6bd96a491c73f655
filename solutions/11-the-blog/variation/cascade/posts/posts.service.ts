import { Database, inject, Log } from 'trellis';
import { v7 as uuid } from 'uuid';
import { type Post, type PostRow, type PostWithAuthorRow, toPost, toPostWithAuthor } from './post.ts';

/** Stores the posts. Knows nothing about HTTP. */
export class PostsService {
  @inject(Database) private readonly db!: Database;
  @inject(Log) private readonly log!: Log;

  async onStart(): Promise<void> {
    await this.db.run`create table if not exists posts (
      id text primary key,
      title text not null,
      content text not null,
      author_id text not null references users (id),
      published boolean not null,
      created_at text not null,
      updated_at text not null
    )`;
    // A post that is deleted takes its places on all lists along.
    await this.db.run`create table if not exists kept_posts (
      user_id text not null references users (id) on delete cascade,
      post_id text not null references posts (id) on delete cascade,
      primary key (user_id, post_id)
    )`;
  }

  /** What everyone may read, newest first. */
  async list(): Promise<Post[]> {
    const rows = await this.db.all<PostWithAuthorRow>`
      select posts.*, users.email as author_email, users.name as author_name, users.created_at as author_created_at
      from posts join users on users.id = posts.author_id
      where posts.published = ${true}
      order by posts.created_at desc, posts.id desc`;
    return rows.map(toPostWithAuthor);
  }

  async find(id: string): Promise<Post | undefined> {
    const row = await this.db.get<PostWithAuthorRow>`
      select posts.*, users.email as author_email, users.name as author_name, users.created_at as author_created_at
      from posts join users on users.id = posts.author_id
      where posts.id = ${id}`;
    return row && toPostWithAuthor(row);
  }

  /** All posts of one author, published or not, newest first. */
  async byAuthor(author_id: string): Promise<Post[]> {
    const rows = await this.db.all<PostRow>`
      select * from posts where author_id = ${author_id} order by created_at desc, id desc`;
    return rows.map(toPost);
  }

  async create({ title, content }: Pick<Post, 'title' | 'content'>, author_id: string): Promise<Post> {
    const now = new Date().toISOString();
    const id = uuid();
    const post: Post = { id, title, content, author_id, published: false, created_at: now, updated_at: now };
    await this.db.run`
      insert into posts (id, title, content, author_id, published, created_at, updated_at)
      values (${id}, ${title}, ${content}, ${author_id}, ${false}, ${now}, ${now})`;
    this.log.info('post created', { id });
    return post;
  }

  async update(id: string, changes: Pick<Post, 'title' | 'content' | 'published'>): Promise<Post> {
    const { title, content, published } = changes;
    const now = new Date().toISOString();
    const row = await this.db.get<PostRow>`
      update posts set title = ${title}, content = ${content}, published = ${published}, updated_at = ${now}
      where id = ${id}
      returning *`;
    if (row === undefined) throw new Error('record not found');
    return toPost(row);
  }

  async delete(id: string): Promise<void> {
    await this.db.run`delete from posts where id = ${id}`;
  }

  /** What a user wants to read later, in the order of `list`. */
  async keptBy(user_id: string): Promise<Post[]> {
    const rows = await this.db.all<PostWithAuthorRow>`
      select posts.*, users.email as author_email, users.name as author_name, users.created_at as author_created_at
      from kept_posts join posts on posts.id = kept_posts.post_id join users on users.id = posts.author_id
      where kept_posts.user_id = ${user_id} and posts.published = ${true}
      order by posts.created_at desc, posts.id desc`;
    return rows.map(toPostWithAuthor);
  }

  /** False if there is no such post. */
  async keep(id: string, user_id: string): Promise<boolean> {
    try {
      await this.db.run`insert into kept_posts (user_id, post_id) values (${user_id}, ${id}) on conflict do nothing`;
      return true;
    } catch (error) {
      if ((error as { code?: string }).code === 'foreign_key') return false;
      throw error;
    }
  }

  async drop(id: string, user_id: string): Promise<void> {
    await this.db.run`delete from kept_posts where user_id = ${user_id} and post_id = ${id}`;
  }
}
