import { randomUUID } from 'node:crypto';
import { inject, Log } from 'trellis';
import type { Post } from './post.ts';

export class PostsService {
  @inject(Log) private readonly log!: Log;
  #posts: Post[] = [];

  async onStart() {
    await this.create({ title: 'Welcome', content: 'This blog was planted today.' });
  }

  async list() {
    return this.#posts.toSorted((a, b) => b.created_at.localeCompare(a.created_at));
  }

  async drafts() {
    const posts = await this.list();
    return posts.filter((post) => !post.published);
  }

  async find(id: string) {
    return this.#posts.find((post) => post.id === id);
  }

  async create({ title, content }: Pick<Post, 'title' | 'content'>) {
    const now = new Date().toISOString();
    const post: Post = { id: randomUUID(), title, content, published: false, created_at: now, updated_at: now };
    this.#posts.push(post);
    this.log.info('post created', { id: post.id });
    return post;
  }

  async update(id: string, { title, content, published }: Pick<Post, 'title' | 'content' | 'published'>) {
    const post = await this.find(id);
    if (!post) throw new Error('record not found');
    post.title = title;
    post.content = content;
    post.published = published;
    post.updated_at = new Date().toISOString();
    return post;
  }

  async discardDrafts() {
    this.#posts = this.#posts.filter((post) => post.published);
  }

  async delete(id: string) {
    this.#posts = this.#posts.filter((post) => post.id !== id);
  }
}
