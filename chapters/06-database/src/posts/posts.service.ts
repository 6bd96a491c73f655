import { inject, Log } from 'trellis';
import { v7 as uuid } from 'uuid';
import type { Post } from './post.ts';

/** Stores the posts. Knows nothing about HTTP. */
export class PostsService {
  // Step 1: inject the database.
  @inject(Log) private readonly log!: Log;
  // Step 5: remove the Map when no method uses it any more.
  readonly #posts = new Map<string, Post>();

  // Step 1: create the table instead of the first post.
  async onStart(): Promise<void> {
    await this.create({ title: 'Welcome', content: 'This blog was planted today.' });
  }

  // Step 5: select the published posts.
  /** Newest first. */
  async list(): Promise<Post[]> {
    return [...this.#posts.values()].reverse();
  }

  // Step 5: select the posts that are not published.
  async drafts(): Promise<Post[]> {
    return (await this.list()).filter((post) => !post.published);
  }

  // Step 3: select the row with this id.
  async find(id: string): Promise<Post | undefined> {
    return this.#posts.get(id);
  }

  async create({ title, content }: Pick<Post, 'title' | 'content'>): Promise<Post> {
    const now = new Date().toISOString();
    const post: Post = { id: uuid(), title, content, published: false, created_at: now, updated_at: now };
    // Step 2: insert a row instead.
    this.#posts.set(post.id, post);
    this.log.info('post created', { id: post.id });
    return post;
  }

  // Step 4: update the row, or throw if there is none.
  async update(id: string, changes: Pick<Post, 'title' | 'content' | 'published'>): Promise<Post> {
    const post = this.#posts.get(id);
    if (post === undefined) throw new Error('record not found');
    return Object.assign(post, changes, { updated_at: new Date().toISOString() });
  }

  // Step 4: delete the row.
  async delete(id: string): Promise<void> {
    this.#posts.delete(id);
  }

  // Step 4: delete all drafts with one statement.
  async discardDrafts(): Promise<void> {
    for (const { id } of await this.drafts()) await this.delete(id);
  }
}
