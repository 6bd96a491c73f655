import { randomUUID } from 'node:crypto';
import { Database, inject } from 'trellis';
import { LentOut } from './lent-out.ts';

/** A book that a reader has borrowed. */
export interface Loan {
  id: string;
  book_id: string;
  card: string;
}

/** Stores who has borrowed which book. */
export class LoansService {
  @inject(Database) private readonly db!: Database;

  async lend(book_id: string, card: string): Promise<Loan> {
    const loan: Loan = { id: randomUUID(), book_id, card };
    try {
      await this.db.run`insert into loans (id, book_id, card) values (${loan.id}, ${book_id}, ${card})`;
    } catch (error) {
      if ((error as { code?: string }).code !== 'unique') throw error;
      throw new LentOut(`another reader has the book ${book_id}`, { cause: error });
    }
    return loan;
  }

  find(id: string): Promise<Loan | undefined> {
    return this.db.get<Loan>`select * from loans where id = ${id}`;
  }

  byCard(card: string): Promise<Loan[]> {
    return this.db.all<Loan>`select * from loans where card = ${card}`;
  }
}
