import { type Context, type Controller, HttpError, inject, type Route } from 'trellis';
import { CardNeeded } from './card-needed.ts';
import { LentOut } from './lent-out.ts';
import { type Loan, LoansService } from './loans.service.ts';

/** The response to lending or renewing a book. */
export interface LoanResponse {
  loan: Loan;
  /** Days. */
  return_in: number;
}

const loanDays = 28;

/** The library, over HTTP. */
export class LibraryController implements Controller {
  @inject(LoansService) private readonly loans!: LoansService;

  routes(): Route[] {
    return [
      {
        path: '/loans',
        children: [
          { method: 'POST', path: '', handler: this.lend },
          { method: 'PUT', path: '/:id', handler: this.renew },
          { method: 'GET', path: '/mine', middlewares: [CardNeeded], handler: this.mine },
        ],
      },
    ];
  }

  async lend(ctx: Context) {
    const loan = await this.#lend(ctx.query('book'), ctx.header('X-Card'));
    return ctx.status(201).json(this.#loanResponse(loan));
  }

  async renew(ctx: Context) {
    const loan = await this.loans.find(ctx.param('id'));
    if (loan === undefined) throw new HttpError(404, 'Loan not found');
    return this.#loanResponse(loan);
  }

  mine(ctx: Context) {
    return this.loans.byCard(ctx.get<string>('card'));
  }

  async #lend(book_id: string, card: string): Promise<Loan> {
    try {
      return await this.loans.lend(book_id, card);
    } catch (error) {
      if (error instanceof LentOut) throw new HttpError(409, 'Book already lent');
      throw new HttpError(500, 'Failed to lend book', { cause: error });
    }
  }

  #loanResponse(loan: Loan): LoanResponse {
    return { loan, return_in: loanDays };
  }
}
