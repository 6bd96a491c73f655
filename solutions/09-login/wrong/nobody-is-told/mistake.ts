import type { Mistake } from '#check';

export default {
  summary: 'The missing secret is noticed by the first reader who wants to log in.',
  edits: [{ file: 'auth/tokens.service.ts', find: 'this.log.warn(', replace: 'this.log.debug(' }],
  fails: {
    'without a secret, the log says so once, at the start': 'nothing of it was logged',
  },
} satisfies Mistake;
