import type { Mistake } from '#check';

export default {
  summary: 'A longer token is accepted if it begins with the right one.',
  edits: [
    {
      file: 'observe/metrics-token.ts',
      find: "isSame(ctx.header('Authorization'), `Bearer ${this.#token}`)",
      replace: "ctx.header('Authorization').startsWith(`Bearer ${this.#token}`)",
    },
  ],
  fails: {
    'the metrics are only for those who have the token': 'more than the whole token',
  },
} satisfies Mistake;
