import { type Context, type Controller, html, inject, type Route } from 'trellis';
import type { View } from './layout.ts';
import { type Hit, Search } from './search.ts';

const size = 20;

/** Pages of their own size, with an address that names the last hit. */
export class SearchController implements Controller {
  @inject(Search) private readonly hits!: Search;

  routes(): Route[] {
    return [{ method: 'GET', path: '/search', handler: this.search }];
  }

  async search(ctx: Context): Promise<View> {
    const q = ctx.query('q');
    const form = html`<form action="/search">
      <input name="q" value="${q}" aria-label="Words of a title, or the name of an author"> <button>Search</button>
    </form>`;
    const words = q.trim() === '' ? [] : q.trim().split(/\s+/);
    if (words.length === 0) return { title: 'Search', main: form };
    const hits = await this.hits.find({ words, limit: size + 1, ...beforeIn(ctx) });
    if (hits.length === 0) return { title: 'Nothing found', main: html`${form}<p>Try fewer words.</p>` };
    const shown = hits.slice(0, size);
    const main = html`${form}<ol>${shown.map(hitView)}</ol>`;
    return { title: 'Search', main, next: hits.length > size ? after(q, shown.at(-1)!) : undefined };
  }
}

function hitView({ id, title, name }: Hit) {
  return html`<li><a href="/posts/${id}">${title}</a>, ${name}</li>`;
}

function after(q: string, { created_at, id }: Hit): string {
  return `/search?${new URLSearchParams({ q, time: created_at, id })}`;
}

function beforeIn(ctx: Context) {
  const [created_at, id] = [ctx.query('time'), ctx.query('id')];
  return created_at === '' ? {} : { before: { created_at, id } };
}
