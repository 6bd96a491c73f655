import type { Mistake } from '#check';

export default {
  summary: 'Authors can change their posts. Admins can not.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: `(author_id = \${caller.id} or \${caller.role === 'admin'})
      returning`,
      replace: `author_id = \${caller.id}
      returning`,
    },
    {
      file: 'posts/posts.service.ts',
      find: `delete from posts where id = \${id} and (author_id = \${caller.id} or \${caller.role === 'admin'})`,
      replace: `delete from posts where id = \${id} and author_id = \${caller.id}`,
    },
  ],
  fails: {
    'authors and admins can, and each request affects one post': 'an admin may change every post',
  },
} satisfies Mistake;
