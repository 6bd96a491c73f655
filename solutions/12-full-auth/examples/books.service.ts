import { randomUUID } from 'node:crypto';
import { Database, inject } from 'trellis';
import { type Book, type BookWithShelf, type BookWithShelfRow, toBookWithShelf } from './book.ts';
import { LentOut } from './lent-out.ts';

/** Keeps the books, and who has them. */
export class BooksService {
  @inject(Database) private readonly db!: Database;

  async add({ title }: Pick<Book, 'title'>, shelf_id: string): Promise<Book> {
    const book: Book = { id: randomUUID(), title, kind: 'paper' };
    await this.db.run`
      insert into books (id, title, kind, shelf_id) values (${book.id}, ${title}, ${book.kind}, ${shelf_id})`;
    return book;
  }

  async lend(book_id: string, card: string): Promise<void> {
    try {
      await this.db.run`insert into loans (book_id, card) values (${book_id}, ${card})`;
    } catch (error) {
      if ((error as { code?: string }).code !== 'unique') throw error;
      throw new LentOut(`another reader has the book ${book_id}`, { cause: error });
    }
  }

  async find(id: string): Promise<BookWithShelf | undefined> {
    const row = await this.db.get<BookWithShelfRow>`
      select books.*, shelves.name as shelf_name, shelves.floor as shelf_floor
      from books join shelves on shelves.id = books.shelf_id
      where books.id = ${id}`;
    return row && toBookWithShelf(row);
  }
}
