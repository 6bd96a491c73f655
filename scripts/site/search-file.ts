import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Context } from 'trellis';
import type { Content } from './content.ts';
import { serverPlaces } from './places.ts';
import { searchScript } from './search-index.ts';

/** The index of the search, made when somebody searches and again when a page has changed. Browsers load it once. */
export class SearchFile {
  readonly #content: Content;
  #made: { changed: number; text: string; etag: string } | undefined;

  constructor(content: Content) {
    this.#content = content;
  }

  send(ctx: Context) {
    const { text, etag } = this.#current();
    ctx.response.setHeader('cache-control', 'no-cache').setHeader('etag', etag);
    if (ctx.header('if-none-match') === etag) return ctx.status(304).send('');
    ctx.response.setHeader('content-type', 'text/javascript; charset=utf-8');
    return ctx.send(text);
  }

  #current() {
    const { repository, pages } = this.#content;
    const changed = Math.max(0, ...pages.map(({ file }) => statSync(join(repository, file)).mtimeMs));
    if (this.#made?.changed !== changed) {
      const text = searchScript(this.#content, serverPlaces);
      this.#made = { changed, text, etag: `"${createHash('sha256').update(text).digest('hex').slice(0, 16)}"` };
    }
    return this.#made;
  }
}
