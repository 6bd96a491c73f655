import { inject } from 'trellis';
import { toUser, type User } from '../users/user.ts';
import { UsersService } from '../users/users.service.ts';
import type { LoginDTO } from './auth.dto.ts';
import { Passwords } from './passwords.ts';
import { TokenCutoffs } from './token-cutoffs.ts';

/** Somebody has proven who they are. */
export interface SignIn {
  user: User;
  /** When they began to sign in, in milliseconds. Every session and token that they get is stamped with it. */
  startedAt: number;
  /** The hash of the password that they know. */
  hash: string;
}

/** Checks an email together with a password. */
export class Credentials {
  @inject(UsersService) private readonly users!: UsersService;
  @inject(Passwords) private readonly passwords!: Passwords;
  @inject(TokenCutoffs) private readonly cutoffs!: TokenCutoffs;

  /** Undefined for an unknown email and a wrong password alike, and after the same time. */
  async check({ email, password }: LoginDTO, signal?: AbortSignal): Promise<SignIn | undefined> {
    const startedAt = await this.cutoffs.startSignIn(email);
    const row = await this.users.findByEmail(email);
    const hash = row?.password ?? this.passwords.decoy();
    const matches = await this.passwords.matches(password, hash, signal);
    if (row === undefined || !matches) return undefined;
    const current = await this.#renew(row.id, hash, password, signal);
    // Comparing takes a second or more. If the user has got a cutoff since `startedAt`, this row is out of date.
    const isCurrent = await this.cutoffs.accepts(row.id, startedAt);
    return isCurrent ? { user: toUser(row), startedAt, hash: current } : undefined;
  }

  /** The only moment at which we have the password, and so can hash it again if its hash is too cheap. */
  async #renew(id: string, hash: string, password: string, signal?: AbortSignal): Promise<string> {
    if (!this.passwords.isOutdated(hash)) return hash;
    const renewed = await this.passwords.hash(password, signal);
    return (await this.users.replaceHash(id, hash, renewed)) ? renewed : hash;
  }
}
