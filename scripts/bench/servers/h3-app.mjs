import { getQuery, H3, readBody } from 'h3';
import { CreatePost, post, STATIC_PATHS } from './blog.mjs';

export const app = new H3();

app.get('/', () => ({ hello: 'world' }));
for (const path of STATIC_PATHS) app.get(path, () => ({ ok: path }));
app.get('/posts/:id', (event) => post(event.context.params.id));

app.post('/posts', async (event) => {
  const body = CreatePost.safeParse(await readBody(event));
  if (!body.success) {
    event.res.status = 400;
    return { error: 'Invalid request' };
  }
  event.res.status = 201;
  return { ...post('p-1'), ...body.data };
});

app.use('/api/v1/**', (event) => {
  if (!event.req.headers.get('authorization')) {
    event.res.status = 401;
    return { error: 'Missing authorization header' };
  }
});
app.use('/api/v1/**', (event) => {
  event.res.headers.set('x-request-id', 'r-1');
});
app.use('/api/v1/**', (event) => {
  event.context.by = event.req.headers.get('authorization').slice(7);
});
app.get('/api/v1/users/:user/posts/:post', (event) => {
  const { params, by } = event.context;
  return { user: params.user, post: params.post, page: getQuery(event).page ?? '1', by };
});
