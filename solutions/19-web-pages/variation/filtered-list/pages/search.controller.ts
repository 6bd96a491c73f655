import { type Context, type Controller, html, inject, type Route } from 'trellis';
import { firstPage, type Page, pageOf } from '../paging/page.ts';
import type { Post } from '../posts/post.ts';
import { PostsService } from '../posts/posts.service.ts';
import type { View } from './layout.ts';
import { listView } from './reading.views.ts';

const batch = 100;

/** Reads the list of posts from the newest to the oldest, until a page is full. It needs no query of its own. */
export class SearchController implements Controller {
  @inject(PostsService) private readonly posts!: PostsService;

  routes(): Route[] {
    return [{ method: 'GET', path: '/search', handler: this.search }];
  }

  async search(ctx: Context): Promise<View> {
    const typed = ctx.query('q');
    const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
    const input = html`<label for="q">Search</label> <input id="q" name="q" type="search" value="${typed}">`;
    const form = html`<form method="get" action="/search">${input} <button>Go</button></form>`;
    if (words.length === 0) return { title: 'Search', main: form };
    const { entries, next } = await pageOf(ctx, (page) => this.#matching(words, page));
    if (entries.length === 0) return { title: 'Search', main: html`${form}<p>Nothing found.</p>` };
    const query = new URLSearchParams({ q: typed });
    return { title: 'Search', main: html`${form}${listView(entries).main}`, next: next && `${next}&${query}` };
  }

  async #matching(words: readonly string[], { limit, after }: Page): Promise<Post[]> {
    const found: Post[] = [];
    for (let last = after ?? firstPage.after; found.length < limit; ) {
      const posts = await this.posts.list({ limit: batch, after: last });
      found.push(...posts.filter((post) => has(post, words)));
      if (posts.length < batch) break;
      last = posts.at(-1)!;
    }
    return found.slice(0, limit);
  }
}

/** The title, or the content: whatever somebody remembers. */
function has({ title, content }: Post, words: readonly string[]): boolean {
  const text = `${title}\n${content}`.toLowerCase();
  return words.every((word) => text.includes(word));
}
