import { Database, inject, KeyValue, Log } from 'trellis';
import { v7 as uuid } from 'uuid';
import type { Caller } from '../auth/caller.ts';
import { firstPage, type Page } from '../paging/page.ts';
import { type Post, type PostRow, type PostWithAuthorRow, toPost, toPostWithAuthor } from './post.ts';
import { digestOf, OtherRequest } from './request-digest.ts';

/** How long a key is known, in seconds. */
const aDay = 24 * 60 * 60;

/** Stores the posts. Knows nothing about HTTP. */
export class PostsService {
  @inject(Database) private readonly db!: Database;
  @inject(KeyValue) private readonly store!: KeyValue;
  @inject(Log) private readonly log!: Log;

  /** What everyone may read, newest first. */
  async list({ limit, after }: Page = firstPage): Promise<Post[]> {
    const rows = await this.db.all<PostWithAuthorRow>`
      select posts.*, users.email as author_email, users.name as author_name,
        users.role as author_role, users.created_at as author_created_at
      from posts join users on users.id = posts.author_id
      where posts.published = ${true} and (posts.created_at, posts.id) < (${after.created_at}, ${after.id})
      order by posts.created_at desc, posts.id desc
      limit ${limit}`;
    return rows.map(toPostWithAuthor);
  }

  /** A published post. Drafts are only for their authors: see `findMine`. */
  async find(id: string): Promise<Post | undefined> {
    const row = await this.db.get<PostWithAuthorRow>`
      select posts.*, users.email as author_email, users.name as author_name,
        users.role as author_role, users.created_at as author_created_at
      from posts join users on users.id = posts.author_id
      where posts.id = ${id} and posts.published = ${true}`;
    return row && toPostWithAuthor(row);
  }

  /** A post of this author, published or not. */
  async findMine(id: string, author_id: string): Promise<Post | undefined> {
    const row = await this.db.get<PostWithAuthorRow>`
      select posts.*, users.email as author_email, users.name as author_name,
        users.role as author_role, users.created_at as author_created_at
      from posts join users on users.id = posts.author_id
      where posts.id = ${id} and posts.author_id = ${author_id}`;
    return row && toPostWithAuthor(row);
  }

  /** All posts of one author, published or not, newest first. */
  async byAuthor(author_id: string, { limit, after }: Page = firstPage): Promise<Post[]> {
    const rows = await this.db.all<PostRow>`
      select * from posts
      where author_id = ${author_id} and (created_at, id) < (${after.created_at}, ${after.id})
      order by created_at desc, id desc
      limit ${limit}`;
    return rows.map(toPost);
  }

  /** With a key, a request that comes again gets the post of the first one. */
  async create({ title, content }: Pick<Post, 'title' | 'content'>, author_id: string, key?: string): Promise<Post> {
    const now = new Date().toISOString();
    const id = key === undefined ? uuid() : await this.#idFor(key, author_id, digestOf({ title, content }));
    const { changes } = await this.db.run`
      insert into posts (id, title, content, author_id, published, created_at, updated_at)
      values (${id}, ${title}, ${content}, ${author_id}, ${false}, ${now}, ${now})
      on conflict (id) do nothing`;
    if (changes === 0) return (await this.findMine(id, author_id))!;
    this.log.info('post created', { id });
    return { id, title, content, author_id, published: false, created_at: now, updated_at: now };
  }

  /** The first request with a key decides on the id. Every later one tries to insert the same row, so one that failed is finished. */
  async #idFor(key: string, author_id: string, digest: string): Promise<string> {
    const name = `post:${author_id}:${key}`;
    const claim = { id: uuid(), digest };
    if (await this.store.setIfAbsent(name, claim, { ttl: aDay })) return claim.id;
    const first = await this.store.get<typeof claim>(name);
    if (first?.digest !== digest) throw new OtherRequest();
    return first.id;
  }

  /** Undefined if there is no such post, or if the caller may not change it. */
  async update(
    id: string,
    changes: Pick<Post, 'title' | 'content' | 'published'>,
    caller: Caller,
  ): Promise<Post | undefined> {
    const { title, content, published } = changes;
    const now = new Date().toISOString();
    const row = await this.db.get<PostRow>`
      update posts set title = ${title}, content = ${content}, published = ${published}, updated_at = ${now}
      where id = ${id} and (author_id = ${caller.id} or ${caller.role === 'admin'})
      returning *`;
    return row && toPost(row);
  }

  /** Makes a post visible for everyone. Undefined if there is no such post, or if the caller may not change it. */
  async publish(id: string, caller: Caller): Promise<Post | undefined> {
    const row = await this.db.get<PostRow>`
      update posts set published = ${true}, updated_at = ${new Date().toISOString()}
      where id = ${id} and (author_id = ${caller.id} or ${caller.role === 'admin'})
      returning *`;
    return row && toPost(row);
  }

  /** The newest posts, published or not, for the people who run the blog. */
  async latest({ published, limit }: { published: boolean; limit: number }): Promise<Post[]> {
    const rows = await this.db.all<PostWithAuthorRow>`
      select posts.*, users.email as author_email, users.name as author_name,
        users.role as author_role, users.created_at as author_created_at
      from posts join users on users.id = posts.author_id
      where posts.published = ${published}
      order by posts.created_at desc, posts.id desc
      limit ${limit}`;
    return rows.map(toPostWithAuthor);
  }

  /** False if there is no such post, or if the caller may not delete it. */
  async delete(id: string, caller: Caller): Promise<boolean> {
    const { changes } = await this.db.run`
      delete from posts where id = ${id} and (author_id = ${caller.id} or ${caller.role === 'admin'})`;
    return changes > 0;
  }
}
