import type { Mistake } from '#check';

export default {
  summary: 'The missing secret is logged with a level that nobody sees.',
  edits: [
    {
      file: 'auth/tokens.service.ts',
      find: "this.log.warn('JWT_SECRET is empty",
      replace: "this.log.debug('JWT_SECRET is empty",
    },
  ],
  fails: {
    'without a secret, the log warns once, at startup': 'onStart logs nothing',
  },
} satisfies Mistake;
