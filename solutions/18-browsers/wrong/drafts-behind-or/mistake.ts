import type { Mistake } from '#check';

export default {
  summary: 'An `or` without parentheses shows a draft to anyone who asks for the page that begins at its time.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: 'where posts.published = ${true} and (posts.created_at, posts.id) < (${after.created_at}, ${after.id})',
      replace:
        'where posts.published = ${true} and posts.created_at < ${after.created_at} or posts.created_at = ${after.created_at} and posts.id < ${after.id}',
    },
  ],
  fails: {
    'GET /posts responds with one page, and a link to the next one': 'an `or` without parentheses',
  },
} satisfies Mistake;
