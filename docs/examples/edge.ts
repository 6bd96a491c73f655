import {
  type AppOptions,
  type ConfigurableMiddleware,
  type Context,
  type Controller,
  HttpError,
  inject,
  KeyValue,
  type Middleware,
  module,
  type Next,
  type Route,
  use,
} from 'trellis';

/** Lets pages of these origins call the API, without cookies: they send a token in a header. */
export class Cors implements Middleware {
  readonly #origins = new Set((process.env.CORS_ORIGINS ?? 'https://app.example.com').split(',').filter(Boolean));

  handle(ctx: Context, next: Next) {
    // A cache must not give one origin the response to another.
    ctx.response.appendHeader('vary', 'Origin');
    const origin = ctx.header('origin');
    if (!this.#origins.has(origin)) return next();
    ctx.response.setHeader('access-control-allow-origin', origin);
    if (ctx.request.method === 'OPTIONS') {
      ctx.response.setHeader('access-control-allow-methods', 'GET, POST, PUT, PATCH, DELETE');
      ctx.response.setHeader('access-control-allow-headers', 'Authorization, Content-Type');
      ctx.response.setHeader('access-control-max-age', 600);
    }
    return next();
  }
}

/** Each proxy appends the address that it saw, so only the last entries come from proxies that you trust. */
export function clientAddress(ctx: Context, proxies = Number(process.env.TRUSTED_PROXIES ?? 0)): string {
  const socket = ctx.request.incoming.socket.remoteAddress ?? '';
  // Also if the variable isn't a number: then no proxy is trusted.
  if (!(proxies >= 1)) return socket;
  const forwarded = ctx.header('x-forwarded-for').split(',');
  return forwarded.at(-proxies)?.trim() || socket;
}

export interface Seen {
  path: string;
  result: 'a value' | 'nothing' | 'the context' | 'an error';
  status: number;
}

/** Looks at what `next()` returns, and returns it unchanged. */
export class Witness implements Middleware {
  readonly seen: Seen[] = [];

  async handle(ctx: Context, next: Next) {
    let result: Seen['result'] = 'an error';
    try {
      const value = await next();
      result = value === undefined ? 'nothing' : value === ctx ? 'the context' : 'a value';
      return value;
    } finally {
      this.seen.push({ path: ctx.request.path, result, status: ctx.response.status });
      if (this.seen.length > 100) this.seen.shift();
    }
  }
}

/** Counts the requests of each address. With `REDIS_URL`, all processes share the counters. */
export class RateLimit implements ConfigurableMiddleware<{ name: string; perMinute: number }> {
  @inject(KeyValue) private readonly keys!: KeyValue;

  async handle(ctx: Context, next: Next, { name, perMinute }: { name: string; perMinute: number }) {
    const key = `requests:${name}:${clientAddress(ctx)}`;
    if ((await this.keys.increment(key, { ttl: 60 })) <= perMinute) return next();
    ctx.response.setHeader('retry-after', (await this.keys.ttl(key)) ?? 1);
    throw new HttpError(429);
  }
}

export class EdgeController implements Controller {
  routes(): Route[] {
    return [
      {
        path: '/edge',
        children: [
          { method: 'GET', path: '', handler: this.index },
          { method: 'GET', path: '/address', handler: this.address },
          {
            method: 'GET',
            path: '/search',
            middlewares: [use(RateLimit, { name: 'search', perMinute: 30 })],
            handler: this.index,
          },
          { method: 'POST', path: '/notes', handler: this.create },
          { method: 'DELETE', path: '/notes', handler: this.remove },
          { method: 'GET', path: '/broken', handler: this.broken },
        ],
      },
    ];
  }

  index() {
    return { page: 'the group itself' };
  }

  address(ctx: Context) {
    return {
      address: clientAddress(ctx),
      behindProxy: clientAddress(ctx, 1),
      missing: ctx.get<string>('nobody set it') === undefined,
    };
  }

  create(ctx: Context) {
    return ctx.status(201).json({ id: '1' });
  }

  remove() {}

  broken() {
    throw new Error('a bug');
  }
}

export const EdgeModule = module('EdgeModule', { declarations: [EdgeController, Cors, RateLimit, Witness] });

export const appOptions: AppOptions = { middlewares: [Witness, Cors] };
