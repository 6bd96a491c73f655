import { Clock, type Context, type Controller, inject, KeyValue, Log, module, type Route } from 'trellis';

const fortnight = 14 * 24 * 60 * 60;

/** A library that lends each book to one reader at a time, for two weeks. */
class LibraryController implements Controller {
  @inject(KeyValue) private readonly loans!: KeyValue;
  @inject(Clock) private readonly clock!: Clock;
  @inject(Log) private readonly log!: Log;

  routes(): Route[] {
    return [
      { method: 'POST', path: '/loans/:book', handler: this.lend },
      { method: 'DELETE', path: '/loans/:book', handler: this.giveBack },
    ];
  }

  async lend(ctx: Context) {
    const book = ctx.param('book');
    if (!/^[a-z-]{1,40}$/.test(book)) return ctx.status(400).json({ error: 'Invalid book' });
    const until = new Date(this.clock.now() + fortnight * 1000).toISOString();
    const isFree = await this.loans.setIfAbsent(book, until, { ttl: fortnight });
    if (!isFree) return ctx.status(409).json({ error: 'Already lent' });
    this.log.info('lent', { book });
    return ctx.status(201).json({ book, until });
  }

  async giveBack(ctx: Context) {
    await this.loans.delete(ctx.param('book'));
  }
}

export const LibraryModule = module('LibraryModule', { declarations: [LibraryController] });
