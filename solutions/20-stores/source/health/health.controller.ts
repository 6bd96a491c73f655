import { type Context, type Controller, inject, type Route } from 'trellis';
import { Readiness } from './readiness.ts';

/** For whoever decides what becomes of this process: one question leads to a restart, the other to a detour. */
export class HealthController implements Controller {
  @inject(Readiness) private readonly readiness!: Readiness;

  routes(): Route[] {
    return [
      {
        path: '/health',
        children: [
          { method: 'GET', path: '/live', handler: this.live },
          { method: 'GET', path: '/ready', handler: this.ready },
        ],
      },
    ];
  }

  /** Asks nobody: a database that is away is no reason to start us anew. */
  live() {
    return { status: 'ok' };
  }

  async ready(ctx: Context) {
    // #region step-5
    if (this.readiness.isLeaving) return ctx.status(503).json({ error: 'Service Unavailable' });
    // #endregion
    await this.readiness.check();
    return { status: 'ok' };
  }
}
