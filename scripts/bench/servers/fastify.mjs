import Fastify from 'fastify';
import { CreatePost, port, post, STATIC_PATHS } from './blog.mjs';

const app = Fastify();

app.get('/', async () => ({ hello: 'world' }));
for (const path of STATIC_PATHS) app.get(path, async () => ({ ok: path }));
app.get('/posts/:id', async (request) => post(request.params.id));

app.post('/posts', async (request, reply) => {
  const body = CreatePost.safeParse(request.body);
  if (!body.success) {
    reply.code(400);
    return { error: 'Invalid request' };
  }
  reply.code(201);
  return { ...post('p-1'), ...body.data };
});

app.register(
  async (api) => {
    api.decorateRequest('by', null);
    api.addHook('onRequest', async (request, reply) => {
      if (!request.headers.authorization) {
        reply.code(401).send({ error: 'Missing authorization header' });
        return reply;
      }
    });
    api.addHook('onRequest', async (_request, reply) => {
      reply.header('x-request-id', 'r-1');
    });
    api.addHook('onRequest', async (request) => {
      request.by = request.headers.authorization.slice(7);
    });
    api.get('/users/:user/posts/:post', async ({ params, query, by }) => ({
      user: params.user,
      post: params.post,
      page: query.page ?? '1',
      by,
    }));
  },
  { prefix: '/api/v1' },
);

await app.listen({ port, host: '127.0.0.1' });
