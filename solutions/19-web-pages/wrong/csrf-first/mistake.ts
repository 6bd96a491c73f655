import type { Mistake } from '#check';

export default {
  summary: 'Refuses before anything else runs: the refusal has no policy, and no line in the audit log.',
  edits: [
    {
      file: 'pages/pages.options.ts',
      find: '[PageHeaders, Audit, Visitor, CrossOriginProtection, Csrf]',
      replace: '[Visitor, CrossOriginProtection, Csrf, PageHeaders, Audit]',
    },
  ],
  fails: {
    'a form without the token of this browser is refused': 'Csrf runs before PageHeaders',
    'a neighbouring host can set cookies, and still not send our forms':
      'CrossOriginProtection runs before PageHeaders',
  },
} satisfies Mistake;
