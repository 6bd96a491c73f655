import jwt from 'jsonwebtoken';
import { Clock, inject } from 'trellis';

/** Reads the tickets of a theatre. */
export class TicketsService {
  @inject(Clock) private readonly clock!: Clock;
  readonly #secret = process.env.JWT_SECRET ?? '';

  /** The seat that a ticket is for. Undefined where it is no ticket of ours. */
  seatOf(ticket: string): number | undefined {
    try {
      const { seat } = jwt.verify(ticket, this.#secret, {
        algorithms: ['HS256'],
        clockTimestamp: Math.floor(this.clock.now() / 1000),
      }) as jwt.JwtPayload;
      return typeof seat === 'number' ? seat : undefined;
    } catch {
      return undefined;
    }
  }
}
