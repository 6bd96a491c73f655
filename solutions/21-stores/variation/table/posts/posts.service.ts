import { Database, inject, Log } from 'trellis';
import { v7 as uuid } from 'uuid';
import type { Caller } from '../auth/caller.ts';
import { firstPage, type Page } from '../paging/page.ts';
import { type Post, type PostRow, type PostWithAuthorRow, toPost, toPostWithAuthor } from './post.ts';
import { digestOf, OtherRequest } from './request-digest.ts';

/** Stores the posts. Knows nothing about HTTP. */
export class PostsService {
  @inject(Database) private readonly db!: Database;
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
    const id = uuid();
    const post: Post = { id, title, content, author_id, published: false, created_at: now, updated_at: now };
    const known = await this.db.transaction(async (tx) => {
      const earlier = key === undefined ? undefined : await this.#note(tx, key, post);
      if (earlier !== undefined) return earlier;
      await tx.run`
        insert into posts (id, title, content, author_id, published, created_at, updated_at)
        values (${id}, ${title}, ${content}, ${author_id}, ${false}, ${now}, ${now})`;
      return undefined;
    });
    if (known !== undefined) return known;
    this.log.info('post created', { id });
    return post;
  }

  /** Stores the response with the key. If the key has one already, it is the row that locks the second request out. */
  async #note(tx: Database, key: string, post: Post): Promise<Post | undefined> {
    const digest = digestOf(post);
    const { changes } = await tx.run`
      insert into idempotency_keys (user_id, key, digest, response, created_at)
      values (${post.author_id}, ${key}, ${digest}, ${JSON.stringify(post)}, ${post.created_at})
      on conflict (user_id, key) do nothing`;
    if (changes > 0) return undefined;
    const row = await tx.get<{ digest: string; response: string }>`
      select digest, response from idempotency_keys where user_id = ${post.author_id} and key = ${key}`;
    if (row!.digest !== digest) throw new OtherRequest();
    return JSON.parse(row!.response) as Post;
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
