import type { Mistake } from '#check';

export default {
  summary: 'The author has no email.',
  edits: [
    {
      file: 'posts/post.ts',
      find: 'author: { id: post.author_id, email, name, created_at }',
      replace: "author: { id: post.author_id, name, created_at } as Post['author']",
    },
    { file: 'posts/post.ts', find: 'author_email: email', replace: 'author_email: _' },
  ],
  fails: {
    'GET /posts/:id has the author, published or not': 'the author is not the user as the registration returned it',
    'GET /posts has every published post with its author, and no draft':
      'the author is not the user as the registration returned it',
  },
} satisfies Mistake;
