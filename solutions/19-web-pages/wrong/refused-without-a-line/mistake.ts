import type { Mistake } from '#check';

export default {
  summary: 'Puts CrossOriginProtection before Audit, so nobody hears of forms from other sites.',
  edits: [
    {
      file: 'pages/pages.options.ts',
      find: 'middlewares: [PageHeaders, Audit, Visitor, CrossOriginProtection, Csrf]',
      replace: 'middlewares: [PageHeaders, CrossOriginProtection, Audit, Visitor, Csrf]',
    },
  ],
  fails: {
    'a neighbouring host can set cookies, and still not send our forms': 'CrossOriginProtection runs before Audit',
  },
} satisfies Mistake;
