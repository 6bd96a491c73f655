import { type Context, type Controller, field, inject, Log, type Route } from 'trellis';
import { BearerAuth } from '../auth/bearer-auth.ts';
import { requireRole } from '../auth/require-role.ts';
import { ReadOnly } from '../read-only/read-only.ts';

/** The body of PUT /admin/read-only. */
class ReadOnlyDTO {
  @field('boolean') on!: boolean;
}

/** Before a migration, nobody may change a post for a while. */
export class ReadOnlyController implements Controller {
  @inject(ReadOnly) private readonly readOnly!: ReadOnly;
  @inject(Log) private readonly log!: Log;

  routes(): Route[] {
    return [
      {
        path: '/admin/read-only',
        middlewares: [BearerAuth, requireRole('admin')],
        children: [
          { method: 'GET', path: '', handler: this.show },
          { method: 'PUT', path: '', handler: this.change },
        ],
      },
    ];
  }

  async show() {
    return { on: await this.readOnly.isOn() };
  }

  async change(ctx: Context) {
    const { on } = await ctx.bind(ReadOnlyDTO);
    await this.readOnly.set(on);
    this.log.warn('read-only', { on, by: ctx.get<string>('user_id') });
    return { on };
  }
}
