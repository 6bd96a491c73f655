import { randomUUID } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { Clock, Database, inject } from 'trellis';
import { UsersService } from '../users/users.service.ts';

const day = 24 * 60 * 60;

/** Renews tokens. A table knows to which login a renewed one belongs. */
export class Renewals {
  @inject(Clock) private readonly clock!: Clock;
  @inject(Database) private readonly db!: Database;
  @inject(UsersService) private readonly users!: UsersService;

  async onStart(): Promise<void> {
    await this.db.run`create table if not exists renewals (id text primary key, logged_in integer not null)`;
  }

  async renew(token: string): Promise<string | undefined> {
    const now = Math.floor(this.clock.now() / 1000);
    const claims = this.#open(token, now);
    if (claims?.exp === undefined || typeof claims.user_id !== 'string') return undefined;
    if (!(await this.users.exists(claims.user_id))) return undefined;
    const loggedIn = claims.jti === undefined ? claims.exp - day : await this.#loginOf(claims.jti);
    if (loggedIn === undefined) return undefined;
    const jti = randomUUID();
    await this.db.run`insert into renewals (id, logged_in) values (${jti}, ${loggedIn})`;
    const { user_id, email } = claims;
    const exp = Math.min(now + day, loggedIn + 7 * day);
    return jwt.sign({ user_id, email, exp, jti }, this.#secret, { noTimestamp: true });
  }

  async #loginOf(id: string): Promise<number | undefined> {
    const row = await this.db.get<{ logged_in: number }>`select logged_in from renewals where id = ${String(id)}`;
    return row?.logged_in;
  }

  #open(token: string, clockTimestamp: number): jwt.JwtPayload | undefined {
    try {
      return jwt.verify(token, this.#secret, { algorithms: ['HS256'], clockTimestamp }) as jwt.JwtPayload;
    } catch {
      return undefined;
    }
  }

  get #secret(): string {
    return process.env.JWT_SECRET ?? '';
  }
}
