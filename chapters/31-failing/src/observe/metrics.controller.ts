import { collectDefaultMetrics } from 'prom-client';
import { type Context, type Controller, inject, type Route } from 'trellis';
import { registry } from './metrics.ts';
import { MetricsToken } from './metrics-token.ts';
import { Waiting } from './waiting.ts';

// Memory, CPU time, garbage collection and the delay of the event loop.
collectDefaultMetrics({ register: registry });

/** The numbers, in the text format of Prometheus. */
export class MetricsController implements Controller {
  @inject(Waiting) private readonly waiting!: Waiting;

  routes(): Route[] {
    return [{ method: 'GET', path: '/metrics', middlewares: [MetricsToken], handler: this.metrics }];
  }

  async metrics(ctx: Context) {
    this.waiting.measure();
    ctx.response.setHeader('Content-Type', registry.contentType);
    return ctx.send(Buffer.from(await registry.metrics()));
  }
}
