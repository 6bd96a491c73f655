import type { Mistake } from '#check';

export default {
  summary: 'Retry-After is always the whole period.',
  edits: [
    { file: 'auth/login-limit.ts', find: '(await this.store.ttl(limit.key)) ?? limit.period', replace: 'limit.period' },
  ],
  fails: {
    'after five wrong passwords in a minute, the right one is 429 too': 'ask store.ttl(key)',
  },
} satisfies Mistake;
