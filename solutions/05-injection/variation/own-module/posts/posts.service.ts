import { randomUUID } from 'node:crypto';
import { inject, Log } from 'trellis';
import { History } from '../history/history.ts';
import type { Post } from './post.ts';

/** Stores the posts. Knows nothing about HTTP. */
export class PostsService {
  @inject(Log) private readonly log!: Log;
  @inject(History) private readonly history!: History;
  readonly #posts = new Map<string, Post>();

  async onStart(): Promise<void> {
    await this.create({ title: 'Welcome', content: 'This blog was planted today.' });
  }

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
    this.log.info('post created', { id: post.id });
    this.history.add('created', post.id);
    return post;
  }

  async update(id: string, changes: Pick<Post, 'title' | 'content' | 'published'>): Promise<Post> {
    const post = this.#posts.get(id);
    if (post === undefined) throw new Error('record not found');
    Object.assign(post, changes, { updated_at: new Date().toISOString() });
    this.history.add('changed', id);
    return post;
  }

  async delete(id: string): Promise<void> {
    if (this.#posts.delete(id)) this.history.add('deleted', id);
  }

  async discardDrafts(): Promise<void> {
    for (const { id } of await this.drafts()) await this.delete(id);
  }
}
