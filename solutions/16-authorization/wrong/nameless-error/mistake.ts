import type { Mistake } from '#check';

export default {
  summary: 'The program does not start, and does not say why.',
  edits: [
    {
      file: 'auth/policies.ts',
      find: `Nobody has decided who may use \${names}.`,
      replace: `Nobody has decided who may use \${names.length > 0} of the routes.`,
    },
  ],
  fails: {
    'a route that says nothing about its callers keeps the program from starting': 'does not name the route',
  },
} satisfies Mistake;
