import {
  type ConfigurableMiddleware,
  type Context,
  type Controller,
  createApp,
  inject,
  Log,
  type Middleware,
  module,
  type Next,
  type Route,
  use,
} from 'trellis';

/** Runs for every request of the application, so every response has the header. */
export class RequestId implements Middleware {
  #count = 0;

  handle(ctx: Context, next: Next) {
    const id = String(++this.#count);
    ctx.set('request_id', id);
    ctx.response.setHeader('x-request-id', id);
    return next();
  }
}

/** Stops the chain: its result is the response, and the handler never runs. */
export class MembersOnly implements Middleware {
  @inject(Log) private readonly log!: Log;

  handle(ctx: Context, next: Next) {
    if (ctx.header('x-member') === '') {
      this.log.info('turned away', { path: ctx.request.path });
      return ctx.status(401).json({ error: 'Members only' });
    }
    ctx.set('member', ctx.header('x-member'));
    return next();
  }
}

/** Changes the result: `next()` returns what the handler returned. */
export class Envelope implements Middleware {
  async handle(ctx: Context, next: Next) {
    const result = await next();
    // The context itself: the response is in it already.
    return result === ctx ? ctx : { data: result };
  }
}

/** Requires the level that the route passes with `use`. */
export class RequireLevel implements ConfigurableMiddleware<'silver' | 'gold'> {
  @inject(Log) private readonly log!: Log;

  handle(ctx: Context, next: Next, level: 'silver' | 'gold') {
    if (ctx.header('x-level') === level) return next();
    this.log.info('wrong level', { path: ctx.request.path, level });
    return ctx.status(403).json({ error: `Only for ${level} members` });
  }
}

export class ClubController implements Controller {
  routes(): Route[] {
    return [
      { method: 'GET', path: '/door', handler: this.door },
      {
        path: '/club',
        middlewares: [MembersOnly],
        children: [
          { method: 'GET', path: '/me', handler: this.me },
          { method: 'GET', path: '/rules', middlewares: [new Envelope()], handler: this.rules },
          { method: 'POST', path: '/guests', middlewares: [new Envelope()], handler: this.invite },
          { method: 'GET', path: '/lounge', middlewares: [use(RequireLevel, 'gold')], handler: this.lounge },
        ],
      },
    ];
  }

  door(ctx: Context) {
    return { request: ctx.get<string>('request_id') };
  }

  me(ctx: Context) {
    return { member: ctx.get<string>('member') };
  }

  invite(ctx: Context) {
    return ctx.status(201).json({ invited: true });
  }

  lounge() {
    return 'Welcome';
  }

  rules() {
    return ['Be kind.'];
  }
}

export const ClubModule = module('ClubModule', {
  declarations: [ClubController, MembersOnly, RequireLevel, RequestId],
});

export const club = createApp(ClubModule, { middlewares: [RequestId] });
