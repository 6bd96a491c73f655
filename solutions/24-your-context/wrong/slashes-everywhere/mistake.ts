import type { Mistake } from '#check';

export default {
  summary: 'Slashes in the middle of a path are removed.',
  edits: [
    {
      file: 'framework/target.ts',
      find: "local.replace(/^\\/{2,}/, '/')",
      replace: "local.replace(/\\/{2,}/g, '/')",
    },
  ],
  fails: {
    'a target becomes one canonical path, and a query': 'in the middle of a path',
  },
} satisfies Mistake;
