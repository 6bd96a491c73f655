import type { Context, Controller, Route } from 'trellis';

export class MonthsController implements Controller {
  routes(): Route[] {
    return [{ method: 'GET', path: '/months/:month', handler: this.month }];
  }

  month(ctx: Context) {
    return { month: ctx.param('month') };
  }
}
