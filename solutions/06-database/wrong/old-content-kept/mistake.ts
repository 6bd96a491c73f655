import type { Mistake } from '#check';

export default {
  summary: 'update keeps the old content if the body has none, as PATCH would.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: 'content = ${content},',
      replace: 'content = coalesce(${content ?? null}, content),',
    },
  ],
  fails: {
    'PUT responds with the changed post': 'update keeps the old content',
  },
} satisfies Mistake;
