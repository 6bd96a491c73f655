import type { Mistake } from '#check';

export default {
  summary: 'The key is the post and the words, so an old version is found after a change.',
  edits: [
    {
      file: 'highlight/highlighter.ts',
      find: `JSON.stringify([id, post.updated_at, ...words])`,
      replace: `JSON.stringify([id, ...words])`,
    },
  ],
  fails: {
    'posts are highlighted as in the healthy program': 'the old version is found',
  },
} satisfies Mistake;
