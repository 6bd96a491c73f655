/** The measure: bare node:http, written by hand for exactly this work. */
import { createServer } from 'node:http';
import { CreatePost, port, post } from './blog.mjs';

const server = createServer((req, res) => {
  const url = req.url;
  const mark = url.indexOf('?');
  const path = mark < 0 ? url : url.slice(0, mark);
  if (req.method === 'GET') {
    if (path === '/') return json(res, 200, { hello: 'world' });
    if (path.startsWith('/posts/')) return json(res, 200, post(path.slice(7)));
    if (path.startsWith('/api/v1/users/')) {
      const authorization = req.headers.authorization;
      if (!authorization) return json(res, 401, { error: 'Missing authorization header' });
      res.setHeader('x-request-id', 'r-1');
      const segments = path.split('/');
      const page = new URLSearchParams(mark < 0 ? '' : url.slice(mark + 1)).get('page') ?? '1';
      return json(res, 200, { user: segments[4], post: segments[6], page, by: authorization.slice(7) });
    }
  } else if (req.method === 'POST' && path === '/posts') {
    const chunks = [];
    req.on('data', (chunk) => chunks.push(chunk));
    req.on('end', () => createPost(res, Buffer.concat(chunks).toString()));
    return;
  }
  json(res, 404, { error: 'Not Found' });
});

function createPost(res, text) {
  let body;
  try {
    body = CreatePost.safeParse(JSON.parse(text));
  } catch {
    return json(res, 400, { error: 'Invalid request' });
  }
  if (!body.success) return json(res, 400, { error: 'Invalid request' });
  json(res, 201, { ...post('p-1'), ...body.data });
}

function json(res, status, value) {
  const body = JSON.stringify(value);
  res.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  });
  res.end(body);
}

server.listen(port, '127.0.0.1');
