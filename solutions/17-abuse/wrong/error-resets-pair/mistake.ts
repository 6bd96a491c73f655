import type { Mistake } from '#check';

export default {
  summary: 'An attacker resets the counters with a request that fails.',
  edits: [
    {
      file: 'auth/login-limit.ts',
      find: 'for (const { key } of counted) await this.store.decrement(key);',
      replace: `const isRefused = error instanceof HttpError && error.status === 429;
      for (const limit of counted) {
        if (isRefused || limit === everyone) await this.store.decrement(limit.key);
        else await this.store.delete(limit.key);
      }`,
    },
  ],
  fails: {
    'a request that fails with an error is not a guess': 'an error deletes the counters',
  },
} satisfies Mistake;
