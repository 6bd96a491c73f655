import type { Mistake } from '#check';

export default {
  summary: 'The function is complete, and nobody calls it.',
  edits: [
    {
      file: 'main.ts',
      find: `requirePolicies(app.routes());
`,
      replace: `void requirePolicies;
`,
    },
  ],
  fails: {
    'a route that says nothing about its callers keeps the program from starting': 'main.ts does not call it',
  },
} satisfies Mistake;
