import type { Mistake } from '#check';

export default {
  summary: 'PUT refuses content that POST accepts.',
  edits: [
    {
      file: 'posts/post.dto.ts',
      find: "@field('max=100000') content",
      replace: "@field('max=10000') content",
    },
  ],
  fails: {
    'PUT allows the same lengths as POST': 'content must have at most 10000 characters',
  },
} satisfies Mistake;
