import type { Mistake } from '#check';

export default {
  summary: "Without a cookie, the token is made from ''. Anyone can compute that one.",
  edits: [{ file: 'pages/csrf.ts', find: "id === '' || ", replace: '' }],
  fails: {
    'the sign-in form has a token, too': 'Anyone can compute that one',
  },
} satisfies Mistake;
