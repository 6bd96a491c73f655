import type { Mistake } from '#check';

export default {
  summary: 'Passes strings of any length to timingSafeEqual, which throws if they differ.',
  edits: [{ file: 'pages/csrf.ts', find: 'a.length === b.length && ', replace: '' }],
  fails: {
    'a form without the token of this browser is refused': 'Compare the lengths',
    'the sign-in form has a token, too': 'Expected status 403',
  },
} satisfies Mistake;
