/** The pieces of work that every server does. Each request is also the check that the server answers it correctly. */

const post = {
  id: '42',
  title: 'A title',
  content: 'Some content that is a little longer than a title',
  author_id: 'u-1',
  published: true,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: null,
};

const newPost = {
  title: 'A title here',
  content: 'Some content that is a little longer than a title, as a post would have it.',
};

export const WORK = {
  hello: { what: 'a static route', path: '/', status: 200, answer: { hello: 'world' } },
  param: { what: 'a parameter', path: '/posts/42', status: 200, answer: post },
  deep: {
    what: 'two groups, three middlewares, two parameters and a query',
    path: '/api/v1/users/42/posts/7?page=2',
    headers: { Authorization: 'Bearer abc' },
    status: 200,
    answer: { user: '42', post: '7', page: '2', by: 'abc' },
  },
  post: {
    what: 'a validated JSON body',
    method: 'POST',
    path: '/posts',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(newPost),
    status: 201,
    answer: { ...post, id: 'p-1', ...newPost },
  },
  // Every framework has its own words for a missing page, so only the status is compared.
  miss: { what: 'no such route', path: '/no/such/path', status: 404 },
};
