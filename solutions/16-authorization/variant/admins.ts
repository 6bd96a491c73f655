import { randomUUID } from 'node:crypto';
import {
  type Context,
  type Controller,
  field,
  HttpError,
  inject,
  Log,
  type Middleware,
  type Next,
  type Route,
} from 'trellis';
import { gate } from './gate.ts';
import { People } from './people.ts';

class Appointment {
  @field('required') code!: string;
}

class NewRole {
  @field('required') role!: string;
}

const onlyAdmins: Middleware = {
  handle(ctx: Context, next: Next) {
    if (ctx.get<string>('role') === 'admin') return next();
    throw new HttpError(403, 'Forbidden');
  },
};

/** What admins may do, and how somebody becomes the first one. */
export class AdminRoutes implements Controller {
  @inject(Log) private readonly log!: Log;
  @inject(People) private readonly people!: People;
  #code = randomUUID();

  onStart(): void {
    this.log.warn('There is no admin.', { code: this.#code });
  }

  routes(): Route[] {
    const admins = [gate('bearer'), onlyAdmins];
    return [
      { method: 'POST', path: '/auth/first-admin', middlewares: [gate('bearer')], handler: this.first },
      { method: 'PUT', path: '/admin/users/:id/role', middlewares: admins, handler: this.change },
      { method: 'GET', path: '/admin/users', middlewares: admins, handler: this.list },
    ];
  }

  async first(ctx: Context) {
    const { code } = await ctx.bind(Appointment);
    if (code !== this.#code) throw new HttpError(403, 'Forbidden');
    this.#code = randomUUID();
    return this.people.setRole(ctx.get<string>('user_id'), 'admin');
  }

  async change(ctx: Context) {
    const { role } = await ctx.bind(NewRole);
    if (role !== 'user' && role !== 'admin') throw new HttpError(400, 'Invalid request');
    const person = await this.people.setRole(ctx.param('id'), role);
    if (person === undefined) throw new HttpError(404, 'User not found');
    return person;
  }

  list() {
    return this.people.everyone();
  }
}
