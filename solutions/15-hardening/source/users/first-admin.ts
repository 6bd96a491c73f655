import { inject, Log } from 'trellis';
import { UsersService } from './users.service.ts';

/**
 * Makes an admin of the user whom ADMIN_EMAIL names, at start. Not at registration: then whoever comes first with that
 * address would rule the blog, and nobody has checked whose address it is.
 */
export class FirstAdmin {
  @inject(UsersService) private readonly users!: UsersService;
  @inject(Log) private readonly log!: Log;

  async onStart(): Promise<void> {
    const email = process.env.ADMIN_EMAIL ?? '';
    if (email === '' || (await this.users.setRole(email, 'admin'))) return;
    this.log.warn('ADMIN_EMAIL names nobody who is registered. Register first, then start again.');
  }
}
