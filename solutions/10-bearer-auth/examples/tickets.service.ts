import jwt from 'jsonwebtoken';
import { Clock, inject } from 'trellis';

/** Verifies the tickets of a theatre. */
export class TicketsService {
  @inject(Clock) private readonly clock!: Clock;
  readonly #secret = process.env.TICKET_SECRET ?? '';

  /** The seat of a ticket, or undefined if the ticket is not valid. */
  seatOf(ticket: string): number | undefined {
    try {
      const { seat, exp } = jwt.verify(ticket, this.#secret, {
        algorithms: ['HS256'],
        clockTimestamp: Math.floor(this.clock.now() / 1000),
      }) as jwt.JwtPayload;
      return typeof seat === 'number' && exp !== undefined ? seat : undefined;
    } catch {
      return undefined;
    }
  }
}
