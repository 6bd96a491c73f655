import { Cache, inject, Unavailable } from 'trellis';
import { cacheRequests } from '../observe/metrics.ts';
import { firstPage, type Page } from '../paging/page.ts';
import type { Post } from './post.ts';

const key = 'front-page';
/** Seconds. A change of a post drops the page at once. A change of its author's role shows after this time. */
const ttl = 5;

/** Keeps the first page of the published posts, which almost every reader asks for. */
export class FrontPage {
  @inject(Cache) private readonly cache!: Cache;

  async list(page: Page, load: () => Promise<Post[]>): Promise<Post[]> {
    // One more than fits on a page: see `pageOf`.
    const isFirst = page.after === firstPage.after && page.limit === firstPage.limit + 1;
    if (!isFirst) return load();
    try {
      let result = 'hit';
      const posts = await this.cache.getOrSet(key, ttl, () => {
        result = 'miss';
        return load();
      });
      cacheRequests.inc({ result });
      return posts;
    } catch (error) {
      // Without the cache, the page is slower, but it is there.
      if (error instanceof Unavailable) return load();
      throw error;
    }
  }

  async drop(): Promise<void> {
    await this.cache.delete(key).catch(() => {});
  }
}
