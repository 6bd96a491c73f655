import type { Mistake } from '#check';

export default {
  summary: 'A request that is refused, or fails with an error, uses up an attempt.',
  edits: [
    {
      file: 'auth/login-limit.ts',
      find: '      for (const { key } of counted) await this.store.decrement(key);\n',
      replace: '',
    },
  ],
  fails: {
    'an attempt that was refused leaves nothing in the store': 'not taken back',
    'a request that fails with an error is not a guess': 'not taken back from all three counters',
  },
} satisfies Mistake;
