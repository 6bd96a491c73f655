import { randomUUID } from 'node:crypto';
import { inject, Log } from 'trellis';
import type { Post } from './post.ts';

/** Stores the posts. Knows nothing about HTTP. */
export class PostsService {
  // Step 1: the database, by injection.
  @inject(Log) private readonly log!: Log;
  // Step 5: with the last two methods in the table, the Map can go.
  readonly #posts = new Map<string, Post>();

  // Step 1: make the table instead of the first post.
  async onStart(): Promise<void> {
    await this.create({ title: 'Welcome', content: 'This blog was planted today.' });
  }

  // Step 5: only what is published, from the table.
  /** Newest first. */
  async list(): Promise<Post[]> {
    return [...this.#posts.values()].reverse();
  }

  // Step 5: only what is not published, from the table.
  async drafts(): Promise<Post[]> {
    return (await this.list()).filter((post) => !post.published);
  }

  // Step 3: one row, or undefined.
  async find(id: string): Promise<Post | undefined> {
    return this.#posts.get(id);
  }

  async create({ title, content }: Pick<Post, 'title' | 'content'>): Promise<Post> {
    const now = new Date().toISOString();
    const post: Post = { id: randomUUID(), title, content, published: false, created_at: now, updated_at: now };
    // Step 2: a row of the table instead.
    this.#posts.set(post.id, post);
    this.log.info('post created', { id: post.id });
    return post;
  }

  // Step 4: change the row, or throw where there is none.
  async update(id: string, changes: Pick<Post, 'title' | 'content' | 'published'>): Promise<Post> {
    const post = this.#posts.get(id);
    if (post === undefined) throw new Error('record not found');
    return Object.assign(post, changes, { updated_at: new Date().toISOString() });
  }

  // Step 4: delete the row.
  async delete(id: string): Promise<void> {
    this.#posts.delete(id);
  }

  // Step 4: delete all of them at once.
  async discardDrafts(): Promise<void> {
    for (const { id } of await this.drafts()) await this.delete(id);
  }
}
