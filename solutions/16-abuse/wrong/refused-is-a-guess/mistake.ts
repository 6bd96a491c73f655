import type { Mistake } from '#check';

export default {
  summary: 'A login that the server refuses with 503 uses up an attempt.',
  edits: [
    {
      file: 'auth/login-limit.ts',
      find: '      for (const { key, period } of limits) await this.store.increment(key, { by: -1, ttl: period });\n',
      replace: '',
    },
  ],
  fails: {
    'a full queue refuses logins instead of making everyone wait': 'The attack "crowd" succeeded',
    'a request that fails with an error is not a guess': 'not taken back from all three counters',
  },
} satisfies Mistake;
