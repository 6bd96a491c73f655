import { inject } from 'trellis';
import { toUser, type User } from '../users/user.ts';
import { UsersService } from '../users/users.service.ts';
import type { LoginDTO } from './auth.dto.ts';
import { Passwords } from './passwords.ts';

/** Checks an email together with a password. */
export class Credentials {
  @inject(UsersService) private readonly users!: UsersService;
  @inject(Passwords) private readonly passwords!: Passwords;

  /** The user, or undefined: for an unknown email and a wrong password alike, and after the same time. */
  async check({ email, password }: LoginDTO, signal?: AbortSignal): Promise<User | undefined> {
    const row = await this.users.findByEmail(email);
    const hash = row?.password ?? this.passwords.decoy();
    const matches = await this.passwords.matches(password, hash, signal);
    if (row === undefined || !matches) return undefined;
    // The only moment at which we have the password, and so can hash it again.
    if (this.passwords.isOutdated(hash)) {
      await this.users.replaceHash(row.id, hash, await this.passwords.hash(password, signal));
    }
    return toUser(row);
  }
}
