import type { Mistake } from '#check';

const promise = 'is an `await` missing in front of `validate`?';

export default {
  summary: 'The guard looks at the promise of a record, which is never undefined.',
  edits: [
    {
      file: 'auth/api-key-auth.ts',
      find: 'await this.apiKeys.validate(key)',
      replace: 'this.apiKeys.validate(key)',
    },
  ],
  fails: {
    'what is no key of ours is refused': promise,
    'a revoked key opens nothing': promise,
  },
} satisfies Mistake;
