// #region step-1
import { Database, inject, Log } from 'trellis';
// #starter
// import { inject, Log } from 'trellis';
// #endregion
import { v7 as uuid } from 'uuid';
// #region step-3
import { type Post, type PostRow, toPost } from './post.ts';
// #starter
// import type { Post } from './post.ts';
// #endregion

/** Stores the posts. Knows nothing about HTTP. */
export class PostsService {
  // #region step-1
  @inject(Database) private readonly db!: Database;
  // #starter
  // // Step 1: inject the database.
  // #endregion
  @inject(Log) private readonly log!: Log;
  // #region step-5
  // #starter
  // // Step 5: remove the Map when no method uses it any more.
  // readonly #posts = new Map<string, Post>();
  // #endregion

  // #region step-1
  async onStart(): Promise<void> {
    await this.db.run`create table if not exists posts (
      id text primary key,
      title text not null,
      content text not null,
      published boolean not null,
      created_at text not null,
      updated_at text not null
    )`;
  }
  // #starter
  // // Step 1: create the table instead of the first post.
  // async onStart(): Promise<void> {
  //   await this.create({ title: 'Welcome', content: 'This blog was planted today.' });
  // }
  // #endregion

  // #region step-5
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
  // #starter
  // // Step 5: select the published posts.
  // /** Newest first. */
  // async list(): Promise<Post[]> {
  //   return [...this.#posts.values()].reverse();
  // }
  //
  // // Step 5: select the posts that are not published.
  // async drafts(): Promise<Post[]> {
  //   return (await this.list()).filter((post) => !post.published);
  // }
  // #endregion

  // #region step-3
  async find(id: string): Promise<Post | undefined> {
    const row = await this.db.get<PostRow>`select * from posts where id = ${id}`;
    return row && toPost(row);
  }
  // #starter
  // // Step 3: select the row with this id.
  // async find(id: string): Promise<Post | undefined> {
  //   return this.#posts.get(id);
  // }
  // #endregion

  async create({ title, content }: Pick<Post, 'title' | 'content'>): Promise<Post> {
    const now = new Date().toISOString();
    const post: Post = { id: uuid(), title, content, published: false, created_at: now, updated_at: now };
    // #region step-2
    await this.db.run`
      insert into posts (id, title, content, published, created_at, updated_at)
      values (${post.id}, ${title}, ${content}, ${false}, ${now}, ${now})`;
    // #starter
    // // Step 2: insert a row instead.
    // this.#posts.set(post.id, post);
    // #endregion
    this.log.info('post created', { id: post.id });
    return post;
  }

  // #region step-4
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

  async discardDrafts(): Promise<void> {
    await this.db.run`delete from posts where published = ${false}`;
  }
  // #starter
  // // Step 4: update the row, or throw if there is none.
  // async update(id: string, changes: Pick<Post, 'title' | 'content' | 'published'>): Promise<Post> {
  //   const post = this.#posts.get(id);
  //   if (post === undefined) throw new Error('record not found');
  //   return Object.assign(post, changes, { updated_at: new Date().toISOString() });
  // }
  //
  // // Step 4: delete the row.
  // async delete(id: string): Promise<void> {
  //   this.#posts.delete(id);
  // }
  //
  // // Step 4: delete all drafts with one statement.
  // async discardDrafts(): Promise<void> {
  //   for (const { id } of await this.drafts()) await this.delete(id);
  // }
  // #endregion
}
