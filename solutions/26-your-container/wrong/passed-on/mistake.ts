import type { Mistake } from '#check';

export default {
  summary: 'A module may export a class that it only imports.',
  edits: [
    {
      file: 'framework/graph.ts',
      find: 'this.find(token, module)?.module !== module',
      replace: 'this.find(token, module) === undefined',
    },
  ],
  fails: {
    'a class that is declared twice, and an export without a declaration, are refused': 'that it only imports',
  },
} satisfies Mistake;
