import { type Context, type Controller, createApp, module, type Route, resource } from 'trellis';

export class BooksController implements Controller {
  readonly #books = new Map([['1', { id: '1', title: 'The Gardener' }]]);

  routes(): Route[] {
    return [
      { method: 'GET', path: '/books/newest', handler: this.newest },
      ...resource('/books', this),
      { method: 'GET', path: '/shelves/:shelf/places/:place', handler: this.place },
      { method: 'GET', path: '/files/*', handler: this.file },
      {
        path: '/api',
        children: [
          { path: '/v1', children: [{ method: 'GET', path: '/books', handler: this.index }] },
          { path: '/v2', children: [{ method: 'GET', path: '/books', handler: this.page }] },
        ],
      },
    ];
  }

  index() {
    return [...this.#books.values()];
  }

  show(ctx: Context) {
    return this.#books.get(ctx.param('id')) ?? ctx.status(404).json({ error: 'Book not found' });
  }

  newest() {
    return this.index().at(-1);
  }

  place(ctx: Context) {
    return { shelf: ctx.param('shelf'), place: ctx.param('place') };
  }

  file(ctx: Context) {
    return { rest: ctx.param('*') };
  }

  page(ctx: Context) {
    const page = Number(ctx.queryDefault('page', '1'));
    return { page, books: this.index() };
  }
}

export const LibraryModule = module('LibraryModule', { declarations: [BooksController] });

export const library = createApp(LibraryModule);
