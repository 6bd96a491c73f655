/** The measure: a function from Request to Response, written by hand for exactly this work. */
import { CreatePost, post } from '../servers/blog.mjs';

export const app = {
  async fetch(request) {
    const { method, url } = request;
    const start = url.indexOf('/', 8);
    const mark = url.indexOf('?', start);
    const path = url.slice(start, mark < 0 ? url.length : mark);
    if (method === 'GET') {
      if (path === '/') return Response.json({ hello: 'world' });
      if (path.startsWith('/posts/')) return Response.json(post(path.slice(7)));
      if (path.startsWith('/api/v1/users/')) {
        const authorization = request.headers.get('authorization');
        if (!authorization) return Response.json({ error: 'Missing authorization header' }, { status: 401 });
        const segments = path.split('/');
        const page = new URLSearchParams(mark < 0 ? '' : url.slice(mark + 1)).get('page') ?? '1';
        const value = { user: segments[4], post: segments[6], page, by: authorization.slice(7) };
        return Response.json(value, { headers: { 'x-request-id': 'r-1' } });
      }
    } else if (method === 'POST' && path === '/posts') return createPost(request);
    return Response.json({ error: 'Not Found' }, { status: 404 });
  },
};

async function createPost(request) {
  const body = CreatePost.safeParse(await request.json().catch(() => undefined));
  if (!body.success) return Response.json({ error: 'Invalid request' }, { status: 400 });
  return Response.json({ ...post('p-1'), ...body.data }, { status: 201 });
}
