import { Clock, inject } from 'trellis';
import { toUser, type User } from '../users/user.ts';
import { UsersService } from '../users/users.service.ts';
import type { LoginDTO } from './auth.dto.ts';
import { Passwords } from './passwords.ts';
import { TokenCutoffs } from './token-cutoffs.ts';

/** Checks an email together with a password. */
export class Credentials {
  @inject(UsersService) private readonly users!: UsersService;
  @inject(Passwords) private readonly passwords!: Passwords;
  @inject(TokenCutoffs) private readonly cutoffs!: TokenCutoffs;
  @inject(Clock) private readonly clock!: Clock;

  /** The user, or undefined: for an unknown email and a wrong password alike, and after the same time. */
  async check({ email, password }: LoginDTO, signal?: AbortSignal): Promise<User | undefined> {
    const startedAt = this.clock.now();
    const row = await this.users.findByEmail(email);
    const hash = row?.password ?? this.passwords.decoy();
    const matches = await this.passwords.matches(password, hash, signal);
    if (row === undefined || !matches) return undefined;
    // The only moment at which we have the password, and so can hash it again.
    if (this.passwords.isOutdated(hash)) {
      await this.users.replaceHash(row.id, hash, await this.passwords.hash(password, signal));
    }
    // Comparing takes a second or more. If the user has got a cutoff since `startedAt`, this row is out of date.
    const isCurrent = await this.cutoffs.accepts(row.id, startedAt);
    return isCurrent ? toUser(row) : undefined;
  }
}
