import type { Mistake } from '#check';

export default {
  summary: 'Checks only the token, and not where the form comes from.',
  edits: [{ file: 'pages/pages.options.ts', find: 'Visitor, CrossOriginProtection, Csrf]', replace: 'Visitor, Csrf]' }],
  fails: {
    'a neighbouring host can set cookies, and still not send our forms': 'a page of another origin has sent this form',
  },
} satisfies Mistake;
