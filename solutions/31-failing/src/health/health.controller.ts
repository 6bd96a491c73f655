import { type Context, type Controller, inject, type Route } from 'trellis';
import { anyone } from '../auth/policies.ts';
import { Readiness } from './readiness.ts';

/** For load balancers and supervisors: a process that isn't alive is restarted, one that isn't ready gets no requests. */
export class HealthController implements Controller {
  @inject(Readiness) private readonly readiness!: Readiness;

  routes(): Route[] {
    return [
      {
        path: '/health',
        middlewares: [anyone],
        children: [
          { method: 'GET', path: '/live', handler: this.live },
          { method: 'GET', path: '/ready', handler: this.ready },
        ],
      },
    ];
  }

  /** Uses no store: restarting this process would not bring a database back. */
  live() {
    return { status: 'ok' };
  }

  async ready(ctx: Context) {
    if (this.readiness.isLeaving) return ctx.status(503).json({ error: 'Service Unavailable' });
    await this.readiness.check();
    return { status: 'ok' };
  }
}
