import type { Mistake } from '#check';

export default {
  summary: 'The first post is created in the constructor, where the log does not exist yet.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: 'async onStart(): Promise<void> {\n    await',
      replace: 'constructor() {\n    void',
    },
  ],
  fails: {
    'the first post is created in onStart': 'for example in a constructor',
  },
} satisfies Mistake;
