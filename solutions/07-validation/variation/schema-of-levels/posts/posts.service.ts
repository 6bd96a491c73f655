import { Database, inject, Log } from 'trellis';
import { v7 as uuid } from 'uuid';
import { type Post, type PostRow, toPost } from './post.ts';
import type { Tag } from './tags.ts';

/** Stores the posts. Knows nothing about HTTP. */
export class PostsService {
  @inject(Database) private readonly db!: Database;
  @inject(Log) private readonly log!: Log;

  async onStart(): Promise<void> {
    await this.db.run`create table if not exists posts (
      id text primary key,
      title text not null,
      content text not null,
      published boolean not null,
      created_at text not null,
      updated_at text not null
    )`;
    await this.db.run`create table if not exists post_tags (post_id text primary key, tree text not null)`;
  }

  /** What everyone may read, newest first. */
  async list(): Promise<Post[]> {
    const rows = await this.db.all<PostRow>`
      select * from posts where published = ${true} order by created_at desc, id desc`;
    return rows.map(toPost);
  }

  async drafts(): Promise<Post[]> {
    const rows = await this.db.all<PostRow>`
      select * from posts where published = ${false} order by created_at desc, id desc`;
    return rows.map(toPost);
  }

  async find(id: string): Promise<Post | undefined> {
    const row = await this.db.get<PostRow>`select * from posts where id = ${id}`;
    return row && toPost(row);
  }

  async create({ title, content }: Pick<Post, 'title' | 'content'>): Promise<Post> {
    const now = new Date().toISOString();
    const post: Post = { id: uuid(), title, content, published: false, created_at: now, updated_at: now };
    await this.db.run`
      insert into posts (id, title, content, published, created_at, updated_at)
      values (${post.id}, ${title}, ${content}, ${false}, ${now}, ${now})`;
    this.log.info('post created', { id: post.id });
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

  async tags(id: string): Promise<Tag[]> {
    const row = await this.db.get<{ tree: string }>`select tree from post_tags where post_id = ${id}`;
    return row === undefined ? [] : JSON.parse(row.tree);
  }

  async setTags(id: string, tags: Tag[]): Promise<Tag[]> {
    const tree = JSON.stringify(tags);
    await this.db.run`
      insert into post_tags (post_id, tree) values (${id}, ${tree})
      on conflict (post_id) do update set tree = ${tree}`;
    return tags;
  }

  async discardDrafts(): Promise<void> {
    await this.db.run`delete from posts where published = ${false}`;
  }
}
