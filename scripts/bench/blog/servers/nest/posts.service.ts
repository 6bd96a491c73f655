import { Injectable } from '@nestjs/common';
import { entriesOf, type Page } from '../shared/paging.ts';
import type { Posts } from '../shared/posts.ts';

@Injectable()
export class PostsService {
  constructor(private readonly posts: Posts) {}

  async list(page: Page) {
    return entriesOf(await this.posts.list(page), page, '/posts');
  }

  find(id: string) {
    return this.posts.find(id);
  }

  async byAuthor(userId: string, page: Page) {
    return entriesOf(await this.posts.byAuthor(userId, page), page, '/my-posts');
  }

  create(post: { title: string; content: string }, userId: string) {
    return this.posts.create(post, userId);
  }
}
