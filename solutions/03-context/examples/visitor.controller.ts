import type { Context, Controller, Route } from 'trellis';

export class VisitorController implements Controller {
  routes(): Route[] {
    return [{ method: 'GET', path: '/visitor', handler: this.visitor }];
  }

  visitor(ctx: Context) {
    return { cameFrom: ctx.header('Referer') || 'nowhere' };
  }
}
