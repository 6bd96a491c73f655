import type { Mistake } from '#check';

export default {
  summary: 'An attacker resets the counters with a request that fails.',
  edits: [
    {
      file: 'auth/login-limit.ts',
      find: 'for (const { key, period } of limits) await this.store.increment(key, { by: -1, ttl: period });',
      replace:
        'for (const { key } of [pair, account]) await this.store.delete(key);\n      await this.store.increment(everyone.key, { by: -1, ttl: everyone.period });',
    },
  ],
  fails: {
    'a request that fails with an error is not a guess': 'an error deletes the counters',
  },
} satisfies Mistake;
