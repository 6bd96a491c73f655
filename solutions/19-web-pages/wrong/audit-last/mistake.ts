import type { Mistake } from '#check';

export default {
  summary: 'Puts Audit at the end, after both checks. It never hears of a form that was refused.',
  edits: [
    {
      file: 'pages/pages.options.ts',
      find: 'middlewares: [PageHeaders, Audit, Visitor, CrossOriginProtection, Csrf]',
      replace: 'middlewares: [PageHeaders, Visitor, CrossOriginProtection, Csrf, Audit]',
    },
  ],
  fails: {
    'a form without the token of this browser is refused': 'Csrf runs before Audit',
    'a neighbouring host can set cookies, and still not send our forms': 'CrossOriginProtection runs before Audit',
  },
} satisfies Mistake;
