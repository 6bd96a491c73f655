import { type Context, type Controller, type Html, html, inject, type Route } from 'trellis';
import { pageOf } from '../paging/page.ts';
import { field } from './form.ts';
import { listView } from './reading.views.ts';
import { Search } from './search.ts';

/** The page with which readers find posts. */
export class SearchController implements Controller {
  @inject(Search) private readonly posts!: Search;

  routes(): Route[] {
    return [{ method: 'GET', path: '/search', handler: this.search }];
  }

  async search(ctx: Context) {
    const q = ctx.query('q');
    const words = q.split(/\s+/).filter(Boolean);
    if (words.length === 0) return { title: 'Search', main: form(q) };
    const { entries, next } = await pageOf(ctx, (page) => this.posts.find(words, page));
    const result =
      entries.length === 0 ? html`<p>No post has all of these words in its title.</p>` : listView(entries).main;
    return {
      title: 'Search',
      main: html`${form(q)}${result}`,
      next: next && `${next}&q=${encodeURIComponent(q)}`,
    };
  }
}

/** Without a token: a search changes nothing, and its fields are in the address. */
function form(q: string): Html {
  return html`<form action="/search">${field({ name: 'q', label: 'Words of the title', value: q })}<button>Search</button></form>`;
}
