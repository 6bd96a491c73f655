import cookie from '@fastify/cookie';
import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { CORS, DEPRECATION, MOST_BYTES, openBlog, port, SECURITY_HEADERS } from './shared/blog.ts';
import { entriesOf, pageOf } from './shared/paging.ts';
import { Refused } from './shared/refused.ts';

const { posts, auth } = await openBlog();
const app = Fastify({ bodyLimit: MOST_BYTES, requestTimeout: 10_000 });
await app.register(helmet, SECURITY_HEADERS);
await app.register(cors, CORS);
await app.register(cookie);

declare module 'fastify' {
  interface FastifyRequest {
    userId: string;
  }
}
app.decorateRequest('userId', '');

const text = { type: 'string' } as const;
const user = {
  type: 'object',
  properties: { id: text, email: text, name: text, role: text, created_at: text },
} as const;
const postFields = {
  id: text,
  title: text,
  content: text,
  author_id: text,
  published: { type: 'boolean' },
  created_at: text,
  updated_at: text,
} as const;
const post = { type: 'object', properties: postFields } as const;
const postWithAuthor = { type: 'object', properties: { ...postFields, author: user } } as const;
const newPost = {
  type: 'object',
  required: ['title', 'content'],
  properties: {
    title: { type: 'string', minLength: 1, maxLength: 200 },
    content: { type: 'string', minLength: 1, maxLength: 100_000 },
  },
} as const;
const refreshBody = {
  type: 'object',
  required: ['refresh_token'],
  properties: { refresh_token: { type: 'string', minLength: 1 } },
} as const;
const tokenPair = {
  type: 'object',
  properties: { access_token: text, refresh_token: text, expires_in: { type: 'integer' } },
} as const;

interface Paging {
  limit?: string;
  after?: string;
}

async function authenticate(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  request.userId = await auth.identify(request.headers.authorization, request.cookies.session_id);
  reply.header('Cache-Control', 'no-store');
}

app.setErrorHandler((error: Error & { validation?: unknown; statusCode?: number }, _request, reply) => {
  if (error instanceof Refused) return reply.code(error.status).send({ error: error.message });
  const status = error.statusCode ?? 500;
  return reply.code(status).send({ error: status === 400 ? 'Invalid request' : error.message });
});
app.setNotFoundHandler((_request, reply) => reply.code(404).send({ error: 'Not Found' }));

app.get<{ Querystring: Paging }>(
  '/posts',
  { schema: { response: { 200: { type: 'array', items: postWithAuthor } } } },
  async (request, reply) => {
    const page = pageOf(request.query);
    const { entries, link } = entriesOf(await posts.list(page), page, '/posts');
    reply.headers(DEPRECATION);
    if (link !== undefined) reply.header('Link', link);
    return entries;
  },
);

app.get<{ Params: { id: string } }>(
  '/posts/:id',
  { schema: { response: { 200: postWithAuthor } } },
  async (request, reply) => {
    reply.headers(DEPRECATION);
    const found = await posts.find(request.params.id);
    if (found === undefined) throw new Refused(404, 'Post not found');
    return found;
  },
);

app.post<{ Body: { title: string; content: string } }>(
  '/posts',
  { onRequest: authenticate, schema: { body: newPost, response: { 201: post } } },
  async (request, reply) => {
    reply.code(201);
    return posts.create(request.body, request.userId);
  },
);

app.get<{ Querystring: Paging }>(
  '/my-posts',
  { onRequest: authenticate, schema: { response: { 200: { type: 'array', items: post } } } },
  async (request, reply) => {
    const page = pageOf(request.query);
    const { entries, link } = entriesOf(await posts.byAuthor(request.userId, page), page, '/my-posts');
    if (link !== undefined) reply.header('Link', link);
    return entries;
  },
);

app.post<{ Body: { refresh_token: string } }>(
  '/auth/refresh',
  { schema: { body: refreshBody, response: { 200: tokenPair } } },
  async (request, reply) => {
    reply.header('Cache-Control', 'no-store');
    return auth.refresh(request.body.refresh_token);
  },
);

await app.listen({ port, host: '127.0.0.1' });
