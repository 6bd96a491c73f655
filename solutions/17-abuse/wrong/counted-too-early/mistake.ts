import type { Mistake } from '#check';

export default {
  summary:
    'A limit is noted before its counter is incremented, so a failing store takes back an attempt that was never counted.',
  edits: [
    {
      file: 'auth/login-limit.ts',
      find: `        const count = await this.store.increment(limit.key, { ttl: limit.period });
        counted.push(limit);
`,
      replace: `        counted.push(limit);
        const count = await this.store.increment(limit.key, { ttl: limit.period });
`,
    },
  ],
  fails: {
    'a request that fails with an error is not a guess': 'before its `increment` has succeeded',
  },
} satisfies Mistake;
