import {
  type Context,
  type Controller,
  createApp,
  inject,
  Log,
  type Middleware,
  module,
  type Next,
  type Route,
} from 'trellis';

/** Runs around everything: what is set here stands on every answer. */
export class RequestId implements Middleware {
  #count = 0;

  handle(ctx: Context, next: Next) {
    const id = String(++this.#count);
    ctx.set('request_id', id);
    ctx.response.setHeader('x-request-id', id);
    return next();
  }
}

/** Stops the chain: what it returns is the answer, and the handler never runs. */
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

/** Works on the way back: `next()` gives what the handler returned. */
export class Envelope implements Middleware {
  async handle(_ctx: Context, next: Next) {
    return { data: await next() };
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

  rules() {
    return ['Be kind.'];
  }
}

export const ClubModule = module('ClubModule', { declarations: [ClubController, MembersOnly, RequestId] });

export const club = createApp(ClubModule, { middlewares: [RequestId] });
