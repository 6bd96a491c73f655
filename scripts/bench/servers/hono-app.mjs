import { Hono } from 'hono';
import { CreatePost, post, STATIC_PATHS } from './blog.mjs';

export const app = new Hono();

app.get('/', (c) => c.json({ hello: 'world' }));
for (const path of STATIC_PATHS) app.get(path, (c) => c.json({ ok: path }));
app.get('/posts/:id', (c) => c.json(post(c.req.param('id'))));

app.post('/posts', async (c) => {
  let json;
  try {
    json = await c.req.json();
  } catch {
    return c.json({ error: 'Invalid request' }, 400);
  }
  const body = CreatePost.safeParse(json);
  if (!body.success) return c.json({ error: 'Invalid request' }, 400);
  return c.json({ ...post('p-1'), ...body.data }, 201);
});

app.use('/api/v1/*', async (c, next) => {
  if (!c.req.header('authorization')) return c.json({ error: 'Missing authorization header' }, 401);
  await next();
});
app.use('/api/v1/*', async (c, next) => {
  c.header('x-request-id', 'r-1');
  await next();
});
app.use('/api/v1/*', async (c, next) => {
  c.set('by', c.req.header('authorization').slice(7));
  await next();
});
app.get('/api/v1/users/:user/posts/:post', (c) =>
  c.json({ user: c.req.param('user'), post: c.req.param('post'), page: c.req.query('page') ?? '1', by: c.get('by') }),
);
