// #region step-2
import { inject } from 'trellis';
import { toUser, type User } from '../users/user.ts';
import { UsersService } from '../users/users.service.ts';
import type { LoginDTO } from './auth.dto.ts';
import { Passwords } from './passwords.ts';

/** An email and a password that belong together. */
export class Credentials {
  @inject(UsersService) private readonly users!: UsersService;
  @inject(Passwords) private readonly passwords!: Passwords;

  /** Whose they are. Undefined for an unknown email and for a wrong password alike. */
  async check({ email, password }: LoginDTO): Promise<User | undefined> {
    const row = await this.users.findByEmail(email);
    // #endregion
    // #region step-3
    const hash = row?.password ?? this.passwords.decoy();
    // #endregion
    // #region step-2
    const matches = await this.passwords.matches(password, hash);
    return row !== undefined && matches ? toUser(row) : undefined;
  }
}
// #endregion
