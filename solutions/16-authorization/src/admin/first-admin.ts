import { randomBytes } from 'node:crypto';
import { inject, Log } from 'trellis';
import { digest } from '../auth/digest.ts';
import type { User } from '../users/user.ts';
import { UsersService } from '../users/users.service.ts';

/**
 * Appoints the first admin. As long as there is none, every start writes a new code to the log, and the user who sends
 * that code becomes the admin: only people who run the blog can read its log. An email address wouldn't prove that,
 * because anyone can register with it before its owner does.
 */
export class FirstAdmin {
  @inject(UsersService) private readonly users!: UsersService;
  @inject(Log) private readonly log!: Log;
  /** The digest of the code, until it has been used. */
  #expected: string | undefined;

  async onStart(): Promise<void> {
    if (await this.users.hasAdmin()) return;
    const code = randomBytes(24).toString('base64url');
    this.#expected = digest(code);
    this.log.warn('There is no admin yet. Send this code to POST /auth/first-admin to become the first one.', { code });
  }

  /** Undefined if the code is wrong or has been used. */
  async appoint(id: string, code: string): Promise<User | undefined> {
    if (digest(code) !== this.#expected) return undefined;
    // Before anything else happens: two requests with the same code must not both succeed.
    this.#expected = undefined;
    return this.users.makeFirstAdmin(id);
  }
}
