import { randomUUID } from 'node:crypto';
import { inject, Log } from 'trellis';
import type { Post } from './post.ts';

/** Hears of every change. */
export type Listener = (event: 'created' | 'changed' | 'deleted', post: string, at: string) => void;

/** Stores the posts. Knows nothing about HTTP. */
export class PostsService {
  @inject(Log) private readonly log!: Log;
  readonly #posts = new Map<string, Post>();
  readonly #listeners: Listener[] = [];
  /** What has happened before anybody listened. */
  #untold: Parameters<Listener>[] = [];

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
    this.#tell('created', post.id);
    return post;
  }

  async update(id: string, changes: Pick<Post, 'title' | 'content' | 'published'>): Promise<Post> {
    const post = this.#posts.get(id);
    if (post === undefined) throw new Error('record not found');
    Object.assign(post, changes, { updated_at: new Date().toISOString() });
    this.#tell('changed', id);
    return post;
  }

  async delete(id: string): Promise<void> {
    if (this.#posts.delete(id)) this.#tell('deleted', id);
  }

  async discardDrafts(): Promise<void> {
    for (const { id } of await this.drafts()) await this.delete(id);
  }

  onChange(listener: Listener): void {
    this.#listeners.push(listener);
    for (const change of this.#untold) listener(...change);
    this.#untold = [];
  }

  #tell(...[event, post]: ['created' | 'changed' | 'deleted', string]): void {
    const at = new Date().toISOString();
    if (this.#listeners.length === 0) this.#untold.push([event, post, at]);
    for (const listener of this.#listeners) listener(event, post, at);
  }
}
