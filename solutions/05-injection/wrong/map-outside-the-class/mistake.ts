import type { Mistake } from '#check';

export default {
  summary: 'The Map is outside of the class, so all services share it.',
  // As of step 1, before the service has a log: from then on, only requests call it.
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: 'readonly #posts = new Map<string, Post>();',
      replace: 'readonly #posts = posts;',
    },
    {
      file: 'posts/posts.service.ts',
      find: '/** Stores the posts.',
      replace: 'const posts = new Map<string, Post>();\n\n/** Stores the posts.',
    },
  ],
  fails: {
    'PostsService has six methods': 'the Map is outside of the class, or static',
  },
} satisfies Mistake;
