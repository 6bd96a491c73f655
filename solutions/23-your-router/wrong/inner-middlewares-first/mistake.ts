import type { Mistake } from '#check';

export default {
  summary: 'The middlewares of a group come after those of its children.',
  edits: [
    {
      file: 'framework/route.ts',
      find: '[...around, ...(route.middlewares ?? [])]',
      replace: '[...(route.middlewares ?? []), ...around]',
    },
  ],
  fails: {
    'the middlewares of a group come before those of its children': 'in front of',
  },
} satisfies Mistake;
