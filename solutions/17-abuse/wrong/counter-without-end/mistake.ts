import type { Mistake } from '#check';

export default {
  summary: 'A counter that expires during a login comes back without an expiry.',
  edits: [
    {
      file: 'auth/login-limit.ts',
      find: 'decrement(everyone.key)',
      replace: 'increment(everyone.key, { by: -1 })',
    },
  ],
  fails: {
    'right passwords do not use up the attempts of a network or an account': 'has no ttl',
  },
} satisfies Mistake;
