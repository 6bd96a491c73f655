// #region step-1
import { randomUUID } from 'node:crypto';
// #endregion
// #region step-3
import { inject, Log } from 'trellis';
// #endregion
// #region step-1
import type { Post } from './post.ts';

/** Stores the posts. Knows nothing about HTTP. */
export class PostsService {
  // #endregion
  // #region step-3
  @inject(Log) private readonly log!: Log;
  // #endregion
  // #region step-1
  readonly #posts = new Map<string, Post>();
  // #endregion

  // #region step-4
  async onStart(): Promise<void> {
    await this.create({ title: 'Welcome', content: 'This blog was planted today.' });
  }
  // #endregion

  // #region step-1
  /** Newest first. */
  async list(): Promise<Post[]> {
    return [...this.#posts.values()].reverse();
  }

  async drafts(): Promise<Post[]> {
    return (await this.list()).filter((post) => !post.published);
  }

  async find(id: string): Promise<Post | undefined> {
    return this.#posts.get(id);
  }

  async create({ title, content }: Pick<Post, 'title' | 'content'>): Promise<Post> {
    const now = new Date().toISOString();
    const post: Post = { id: randomUUID(), title, content, published: false, created_at: now, updated_at: now };
    this.#posts.set(post.id, post);
    // #endregion
    // #region step-3
    this.log.info('post created', { id: post.id });
    // #endregion
    // #region step-1
    return post;
  }

  async update(id: string, changes: Pick<Post, 'title' | 'content' | 'published'>): Promise<Post> {
    const post = this.#posts.get(id);
    if (post === undefined) throw new Error('record not found');
    return Object.assign(post, changes, { updated_at: new Date().toISOString() });
  }

  async delete(id: string): Promise<void> {
    this.#posts.delete(id);
  }
  // #endregion

  // #region step-5
  async discardDrafts(): Promise<void> {
    for (const { id } of await this.drafts()) await this.delete(id);
  }
  // #endregion
  // #region step-1
}
// #endregion
