import jwt from 'jsonwebtoken';
import { Clock, inject, Log } from 'trellis';

/** A ticket for the swimming pool is valid for two hours, in seconds. */
const lifetime = 2 * 60 * 60;

/** Sells tickets that nobody else can issue. */
export class TicketsService {
  @inject(Clock) private readonly clock!: Clock;
  @inject(Log) private readonly log!: Log;
  readonly #secret = process.env.TICKET_SECRET ?? '';

  onStart(): void {
    if (this.#secret === '') this.log.warn('TICKET_SECRET is empty, so no tickets can be sold.');
  }

  sell(lane: number): string {
    const exp = Math.floor(this.clock.now() / 1000) + lifetime;
    return jwt.sign({ lane, exp }, this.#secret, { algorithm: 'HS256', noTimestamp: true });
  }
}
