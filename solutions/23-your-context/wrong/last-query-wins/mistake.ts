import type { Mistake } from '#check';

export default {
  summary: 'If a query parameter is repeated, the last one counts.',
  edits: [
    {
      file: 'framework/target.ts',
      find: "if (pair !== '' && !values.has(key)) values",
      replace: "if (pair !== '') values",
    },
  ],
  fails: {
    'a handler reads query parameters': 'The first one should',
  },
} satisfies Mistake;
