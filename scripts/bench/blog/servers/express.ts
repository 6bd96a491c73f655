import cookieParser from 'cookie-parser';
import cors from 'cors';
import express, { type NextFunction, type Request, type Response } from 'express';
import helmet from 'helmet';
import { z } from 'zod';
import { CORS, DEPRECATION, MOST_BYTES, openBlog, port, SECURITY_HEADERS } from './shared/blog.ts';
import { entriesOf, pageOf } from './shared/paging.ts';
import { Refused } from './shared/refused.ts';

const { posts, auth } = await openBlog();
const app = express();
// None of the others hashes its responses.
app.disable('etag');
app.use(helmet(SECURITY_HEADERS));
app.use(cors(CORS));
app.use(cookieParser());
app.use(express.json({ limit: MOST_BYTES }));

const NewPost = z.object({ title: z.string().min(1).max(200), content: z.string().min(1).max(100_000) });
const RefreshBody = z.object({ refresh_token: z.string().min(1) });

async function authenticate(request: Request, response: Response, next: NextFunction): Promise<void> {
  response.locals.userId = await auth.identify(request.headers.authorization, request.cookies.session_id);
  response.set('Cache-Control', 'no-store');
  next();
}

function parse<T>(schema: z.ZodType<T>, body: unknown): T {
  const result = schema.safeParse(body);
  if (!result.success) throw new Refused(400, 'Invalid request');
  return result.data;
}

app.get('/posts', async (request, response) => {
  const page = pageOf(request.query);
  const { entries, link } = entriesOf(await posts.list(page), page, '/posts');
  response.set(DEPRECATION);
  if (link !== undefined) response.set('Link', link);
  response.json(entries);
});

app.get('/posts/:id', async (request, response) => {
  response.set(DEPRECATION);
  const found = await posts.find(request.params.id);
  if (found === undefined) throw new Refused(404, 'Post not found');
  response.json(found);
});

app.post('/posts', authenticate, async (request, response) => {
  const body = parse(NewPost, request.body);
  response.status(201).json(await posts.create(body, response.locals.userId));
});

app.get('/my-posts', authenticate, async (request, response) => {
  const page = pageOf(request.query);
  const { entries, link } = entriesOf(await posts.byAuthor(response.locals.userId, page), page, '/my-posts');
  if (link !== undefined) response.set('Link', link);
  response.json(entries);
});

app.post('/auth/refresh', async (request, response) => {
  const { refresh_token } = parse(RefreshBody, request.body);
  response.set('Cache-Control', 'no-store');
  response.json(await auth.refresh(refresh_token));
});

app.use((_request, response) => void response.status(404).json({ error: 'Not Found' }));
// Express recognizes an error handler by its four parameters.
app.use((error: Error & { status?: number }, _request: Request, response: Response, _next: NextFunction) => {
  const status = error.status ?? 500;
  const message = status === 400 ? 'Invalid request' : error.message;
  response.status(status).json({ error: message });
});

app.listen(port, '127.0.0.1');
