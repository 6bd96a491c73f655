import express from 'express';
import { CreatePost, port, post, STATIC_PATHS } from './blog.mjs';

const app = express();
app.disable('x-powered-by');
app.disable('etag');
app.use(express.json());

app.get('/', (_req, res) => res.json({ hello: 'world' }));
for (const path of STATIC_PATHS) app.get(path, (_req, res) => res.json({ ok: path }));
app.get('/posts/:id', (req, res) => res.json(post(req.params.id)));

app.post('/posts', (req, res) => {
  const body = CreatePost.safeParse(req.body);
  if (!body.success) return res.status(400).json({ error: 'Invalid request' });
  res.status(201).json({ ...post('p-1'), ...body.data });
});

const api = express.Router();
api.use((req, res, next) =>
  req.headers.authorization ? next() : res.status(401).json({ error: 'Missing authorization header' }),
);
api.use((_req, res, next) => {
  res.setHeader('x-request-id', 'r-1');
  next();
});
api.use((req, _res, next) => {
  req.by = req.headers.authorization.slice(7);
  next();
});
api.get('/users/:user/posts/:post', (req, res) => {
  res.json({ user: req.params.user, post: req.params.post, page: req.query.page ?? '1', by: req.by });
});
app.use('/api/v1', api);

app.listen(port, '127.0.0.1');
