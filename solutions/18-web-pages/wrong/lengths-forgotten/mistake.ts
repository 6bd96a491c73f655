import type { Mistake } from '#check';

export default {
  summary: 'Hands texts of any length to timingSafeEqual, which throws where they differ.',
  edits: [{ file: 'pages/csrf.ts', find: 'a.length === b.length && ', replace: '' }],
  fails: {
    'a form that another site has made is refused': 'Compare lengths before timingSafeEqual',
    'the sign-in form has a token, too': 'the same byte length',
  },
} satisfies Mistake;
