import Router from '@koa/router';
import Koa from 'koa';
import bodyParser from 'koa-bodyparser';
import { CreatePost, port, post, STATIC_PATHS } from './blog.mjs';

const router = new Router();

router.get('/', (ctx) => {
  ctx.body = { hello: 'world' };
});
for (const path of STATIC_PATHS) {
  router.get(path, (ctx) => {
    ctx.body = { ok: path };
  });
}
router.get('/posts/:id', (ctx) => {
  ctx.body = post(ctx.params.id);
});

router.post('/posts', (ctx) => {
  const body = CreatePost.safeParse(ctx.request.body);
  ctx.status = body.success ? 201 : 400;
  ctx.body = body.success ? { ...post('p-1'), ...body.data } : { error: 'Invalid request' };
});

const api = new Router({ prefix: '/api/v1' });
api.use(async (ctx, next) => {
  if (ctx.get('authorization')) return next();
  ctx.status = 401;
  ctx.body = { error: 'Missing authorization header' };
});
api.use(async (ctx, next) => {
  ctx.set('x-request-id', 'r-1');
  return next();
});
api.use(async (ctx, next) => {
  ctx.state.by = ctx.get('authorization').slice(7);
  return next();
});
api.get('/users/:user/posts/:post', (ctx) => {
  const { params, query, state } = ctx;
  ctx.body = { user: params.user, post: params.post, page: query.page ?? '1', by: state.by };
});

new Koa().use(bodyParser()).use(router.routes()).use(api.routes()).listen(port, '127.0.0.1');
