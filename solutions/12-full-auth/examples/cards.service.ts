import jwt from 'jsonwebtoken';
import { Clock, inject } from 'trellis';

const year = 365 * 24 * 60 * 60;

export interface Card {
  number: string;
  floor: string;
}

/** The cards of the library's readers. */
export class CardsService {
  @inject(Clock) private readonly clock!: Clock;
  readonly #secret = process.env.CARD_SECRET ?? '';

  sign({ number, floor }: Card): string {
    const iat = Math.floor(this.clock.now() / 1000);
    const claims = { number, floor, iat, exp: iat + year, iss: 'library' };
    return jwt.sign(claims, this.#secret, { algorithm: 'HS256' });
  }

  read(card: string): Card {
    const claims = jwt.verify(card, this.#secret, { algorithms: ['HS256'] }) as jwt.JwtPayload;
    // A card from before there were floors.
    const { number, floor = '' } = claims;
    return { number, floor };
  }
}
