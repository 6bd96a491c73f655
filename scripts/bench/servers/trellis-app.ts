import { type Context, type Controller, createApp, type Middleware, module, type Next, type Route } from 'trellis';
import { CreatePost, post, STATIC_PATHS } from './blog.mjs';

class RequireAuthorization implements Middleware {
  handle(ctx: Context, next: Next) {
    return ctx.header('authorization') ? next() : ctx.status(401).json({ error: 'Missing authorization header' });
  }
}

class RequestId implements Middleware {
  handle(ctx: Context, next: Next) {
    ctx.response.setHeader('x-request-id', 'r-1');
    return next();
  }
}

class Who implements Middleware {
  handle(ctx: Context, next: Next) {
    ctx.set('by', ctx.header('authorization').slice(7));
    return next();
  }
}

class BlogController implements Controller {
  routes(): Route[] {
    const v1: Route = {
      path: '/v1',
      middlewares: [RequireAuthorization, RequestId, Who],
      children: [{ method: 'GET', path: '/users/:user/posts/:post', handler: this.deep }],
    };
    return [
      { method: 'GET', path: '/', handler: () => ({ hello: 'world' }) },
      ...STATIC_PATHS.map((path): Route => ({ method: 'GET', path, handler: () => ({ ok: path }) })),
      { method: 'GET', path: '/posts/:id', handler: (ctx) => post(ctx.param('id')) },
      { method: 'POST', path: '/posts', handler: this.create },
      { path: '/api', children: [v1] },
    ];
  }

  async create(ctx: Context) {
    const body = await ctx.bind(CreatePost);
    return ctx.status(201).json({ ...post('p-1'), ...body });
  }

  deep(ctx: Context) {
    return { user: ctx.param('user'), post: ctx.param('post'), page: ctx.queryDefault('page', '1'), by: ctx.get('by') };
  }
}

const declarations = [BlogController, RequireAuthorization, RequestId, Who];
export const app = createApp(module('BenchModule', { declarations }));
