import type { Mistake } from '#check';

export default {
  summary: 'Says a minute, however much of it is over.',
  edits: [{ file: 'auth/login-limit.ts', find: '(await this.store.ttl(key)) ?? period', replace: 'period' }],
  fails: {
    'after five wrong passwords in a minute, the right one is 429 too': 'half of the minute is over',
  },
} satisfies Mistake;
