import { type Context, type Controller, HttpError, inject, type Route } from 'trellis';
import type { Book } from './book.ts';
import { BooksService } from './books.service.ts';
import { LentOut } from './lent-out.ts';

/** What lending and renewing answer. */
export interface LoanResponse {
  book: Book;
  /** Days. */
  return_in: number;
}

const loanDays = 28;

/** The library, over HTTP. */
export class LibraryController implements Controller {
  @inject(BooksService) private readonly books!: BooksService;

  routes(): Route[] {
    return [
      { method: 'POST', path: '/loans/:id', handler: this.lend },
      { method: 'PUT', path: '/loans/:id', handler: this.renew },
    ];
  }

  async lend(ctx: Context) {
    const book = await this.#find(ctx.param('id'));
    await this.#lend(book, ctx.header('X-Card'));
    return ctx.status(201).json(this.#loanResponse(book));
  }

  async renew(ctx: Context) {
    return this.#loanResponse(await this.#find(ctx.param('id')));
  }

  async #lend(book: Book, card: string): Promise<void> {
    try {
      await this.books.lend(book.id, card);
    } catch (error) {
      if (error instanceof LentOut) throw new HttpError(409, 'Book already lent');
      throw new HttpError(500, 'Failed to lend book', { cause: error });
    }
  }

  #loanResponse(book: Book): LoanResponse {
    return { book, return_in: loanDays };
  }

  async #find(id: string): Promise<Book> {
    const book = await this.books.find(id);
    if (book === undefined) throw new HttpError(404, 'Book not found');
    return book;
  }
}
