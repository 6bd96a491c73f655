import type { Mistake } from '#check';

export default {
  summary: 'A new scope whose name contains `write` allows everything.',
  edits: [
    {
      file: 'auth/api-key-auth.ts',
      find: "apiKey.scope === 'write'",
      replace: "apiKey.scope.includes('write')",
    },
  ],
  fails: {
    'a key with the scope read gets 403 for everything that is not a read': 'Compare the whole scope',
  },
} satisfies Mistake;
