import { Database, inject, Log } from 'trellis';
import { v7 as uuid } from 'uuid';
import { Announcements } from '../announcements/announcements.ts';
import type { Caller } from '../auth/caller.ts';
import { firstPage, type Page } from '../paging/page.ts';
import { FrontPage } from './front-page.ts';
import { type Post, type PostRow, type PostWithAuthorRow, toPost, toPostWithAuthor } from './post.ts';

/** Stores the posts. Knows nothing about HTTP. */
export class PostsService {
  @inject(Database) private readonly db!: Database;
  @inject(Log) private readonly log!: Log;
  @inject(FrontPage) private readonly frontPage!: FrontPage;
  @inject(Announcements) private readonly announcements!: Announcements;

  /** What everyone may read, newest first. */
  list(page: Page = firstPage): Promise<Post[]> {
    return this.frontPage.list(page, () => this.#list(page));
  }

  async #list({ limit, after }: Page): Promise<Post[]> {
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

  /** Undefined if there is no such post, or if the caller may not change it. */
  async update(
    id: string,
    changes: Pick<Post, 'title' | 'content' | 'published'>,
    caller: Caller,
  ): Promise<Post | undefined> {
    const { title, content, published } = changes;
    const now = new Date().toISOString();
    return this.#change(
      (tx) => tx.get<PostRow>`
        update posts set title = ${title}, content = ${content}, published = ${published}, updated_at = ${now}
        where id = ${id} and (author_id = ${caller.id} or ${caller.role === 'admin'})
        returning *`,
    );
  }

  /** Makes a post visible for everyone. Undefined if there is no such post, or if the caller may not change it. */
  async publish(id: string, caller: Caller): Promise<Post | undefined> {
    return this.#change(
      (tx) => tx.get<PostRow>`
        update posts set published = ${true}, updated_at = ${new Date().toISOString()}
        where id = ${id} and (author_id = ${caller.id} or ${caller.role === 'admin'})
        returning *`,
    );
  }

  /** A post that is published gets its announcement in the same transaction: neither exists without the other. */
  async #change(update: (tx: Database) => Promise<PostRow | undefined>): Promise<Post | undefined> {
    const post = await this.db.transaction(async (tx) => {
      const row = await update(tx);
      if (row?.published) await this.announcements.add(tx, row.id);
      return row && toPost(row);
    });
    if (post !== undefined) await this.frontPage.drop();
    return post;
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
    if (changes > 0) await this.frontPage.drop();
    return changes > 0;
  }
}
