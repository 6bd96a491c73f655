import type { Mistake } from '#check';

export default {
  summary:
    'Puts CrossOriginProtection first, as in the API. Its refusals have no policy, and no line in the audit log.',
  edits: [
    {
      file: 'pages/pages.options.ts',
      find: 'middlewares: [PageHeaders, Audit, Visitor, CrossOriginProtection, Csrf]',
      replace: 'middlewares: [CrossOriginProtection, PageHeaders, Audit, Visitor, Csrf]',
    },
  ],
  fails: {
    'a neighbouring host can set cookies, and still not send our forms':
      'CrossOriginProtection runs before PageHeaders',
  },
} satisfies Mistake;
