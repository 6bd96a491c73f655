import { timingSafeEqual } from 'node:crypto';
import { subscribe } from 'node:diagnostics_channel';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import {
  type AppOptions,
  addLogFields,
  type Connections,
  type Context,
  type Controller,
  currentLogFields,
  Database,
  HttpError,
  inject,
  Log,
  type LogFields,
  logResponses,
  logScope,
  type Middleware,
  module,
  type Next,
  provide,
  type RequestListener,
  type RequestSummary,
  type ResponseListener,
  type Route,
  requestId,
  type TraceContext,
  token,
  traceContext,
  traceHeaders,
  withLogFields,
  withTrace,
} from 'trellis';

export const registry = new Registry();
collectDefaultMetrics({ register: registry });
const registers = [registry];

const requests = new Counter({
  name: 'http_requests_total',
  help: 'Responses, by method, route and status.',
  labelNames: ['method', 'route', 'status'],
  registers,
});
const durations = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'From the arrival of a request to the end of its response.',
  labelNames: ['method', 'route'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers,
});
const inFlight = new Gauge({
  name: 'http_requests_in_flight',
  help: 'Requests whose response has not ended.',
  registers,
});
const queries = new Histogram({ name: 'db_query_duration_seconds', help: 'SQL statements.', registers });
subscribe('trellis:query', (event) => queries.observe((event as { ms: number }).ms / 1_000));

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** A client can invent methods, above all over HTTP/2, and each label value is a series that stays in memory. */
function labelsOf({ method, route = 'none' }: RequestSummary) {
  return { method: methods.includes(method) ? method : 'other', route };
}

const onRequest: RequestListener = () => inFlight.inc();

const onResponse: ResponseListener = (response, ctx, log) => {
  inFlight.dec();
  const labels = labelsOf(response);
  requests.inc({ ...labels, status: response.status });
  durations.observe(labels, response.ms / 1_000);
  logResponses(response, ctx, log);
};

/** Who is calling, for the log. Your own middleware checks a credential first. */
export class Caller implements Middleware {
  handle(ctx: Context, next: Next) {
    addLogFields({ user_id: ctx.header('x-user') || undefined });
    return next();
  }
}

export const monitored: AppOptions = {
  middlewares: [requestId(), traceContext(), logScope(), Caller],
  onRequest,
  onResponse,
};

export const MetricsToken = token<string>('MetricsToken');

export class MetricsController implements Controller {
  @inject(Database) private readonly db!: Database;
  @inject(MetricsToken) private readonly token!: string;

  onStart(): void {
    const { db } = this;
    new Gauge({
      name: 'db_connections',
      help: 'Connections to the database in use and idle, and callers that wait for one.',
      labelNames: ['state'],
      registers,
      // Called for each scrape: the numbers are those of this moment.
      collect() {
        const { used, idle, waiting }: Connections = db.connections() ?? { used: 0, idle: 0, waiting: 0 };
        this.set({ state: 'used' }, used);
        this.set({ state: 'idle' }, idle);
        this.set({ state: 'waiting' }, waiting);
      },
    });
  }

  onStop(): void {
    registry.removeSingleMetric('db_connections');
  }

  routes(): Route[] {
    return [{ method: 'GET', path: '/metrics', handler: this.metrics }];
  }

  async metrics(ctx: Context) {
    if (!isSame(ctx.header('authorization'), `Bearer ${this.token}`)) throw new HttpError(401);
    ctx.response.setHeader('content-type', registry.contentType);
    return ctx.send(Buffer.from(await registry.metrics()));
  }
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

export const SearchUrl = token<string>('SearchUrl');

/** A job that was stored with the headers of the request that has asked for it. */
export interface IndexJob {
  id: string;
  traceparent: string;
}

/** Tells another program about new posts. */
export class SearchIndex {
  @inject(Log) private readonly log!: Log;
  @inject(SearchUrl) private readonly url!: string;

  /** The job runs later, perhaps in another process, where nothing is left of the request but what is stored. */
  jobFor(id: string): IndexJob {
    return { id, traceparent: traceHeaders().traceparent ?? '' };
  }

  run(job: IndexJob): Promise<void> {
    return withTrace(job, (trace: TraceContext) =>
      withLogFields({ job: 'index', post_id: job.id }, () => this.#send(job, trace)),
    );
  }

  async #send({ id }: IndexJob, { spanId }: TraceContext): Promise<void> {
    const headers = { 'content-type': 'application/json', ...traceHeaders() };
    const { status } = await fetch(this.url, { method: 'POST', headers, body: JSON.stringify({ id }) });
    this.log.info('indexed', { status, span_id: spanId });
  }
}

/** A log of your own adds the fields itself. */
export function withRequestFields(fields: LogFields): LogFields {
  return { ...currentLogFields(), ...fields };
}

export const MonitoredModule = module('MonitoredModule', {
  declarations: [
    Caller,
    MetricsController,
    SearchIndex,
    provide(MetricsToken, { factory: () => process.env.METRICS_TOKEN ?? crypto.randomUUID() }),
    provide(SearchUrl, { factory: () => process.env.SEARCH_URL ?? 'http://localhost:9200/posts' }),
  ],
});
