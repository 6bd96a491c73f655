import {
  type AppOptions,
  type Context,
  type Controller,
  createApp,
  Database,
  inject,
  logResponses,
  module,
  type ResponseListener,
  type ResponseSummary,
  type Route,
} from 'trellis';

/** How many responses each route has had, keyed by labels in the Prometheus text format. */
export const counts = new Map<string, number>();

const count: ResponseListener = ({ method, route = 'none', status }: ResponseSummary) => {
  const key = `method="${method}",route="${route}",status="${status}"`;
  counts.set(key, (counts.get(key) ?? 0) + 1);
};

export const counted = createApp(module('CountedModule'), { onResponse: count });

export class HealthController implements Controller {
  @inject(Database) private readonly db!: Database;

  routes(): Route[] {
    return [
      { method: 'GET', path: '/health/live', handler: this.live },
      { method: 'GET', path: '/health/ready', handler: this.ready },
      { method: 'GET', path: '/metrics', handler: this.metrics },
    ];
  }

  /** Uses no database: a restart of this process would not repair one. */
  live() {
    return { status: 'ok' };
  }

  /** If the database doesn't respond, this throws `Unavailable`, and the client gets a 503. */
  async ready(ctx: Context) {
    if (ctx.stopping.aborted) return { error: 'Service Unavailable', status: 503 };
    await this.db.get`select 1 as one`;
    return { status: 'ok' };
  }

  metrics(ctx: Context) {
    const lines = [...counts].map(([labels, n]) => `http_responses_total{${labels}} ${n}\n`);
    return ctx.send(`# TYPE http_responses_total counter\n${lines.join('')}`);
  }
}

export const HealthModule = module('HealthModule', { declarations: [HealthController] });

export const observed: AppOptions = {
  onResponse(response, ctx, log) {
    count(response, ctx, log);
    // Several health checks per minute would bury everything else.
    if (!response.route?.startsWith('/health/')) logResponses(response, ctx, log);
  },
};
