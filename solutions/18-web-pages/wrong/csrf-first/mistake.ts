import type { Mistake } from '#check';

export default {
  summary: 'Refuses before anybody else is asked: the refusal has no policy, and nobody writes it down.',
  edits: [
    {
      file: 'pages/pages.options.ts',
      find: '[SecurityHeaders, PageHeaders, Audit, Visitor, Csrf, crossOriginProtection()]',
      replace: '[Visitor, Csrf, crossOriginProtection(), SecurityHeaders, PageHeaders, Audit]',
    },
  ],
  fails: { 'a form that another site has made is refused': 'Csrf is the last of the middlewares' },
} satisfies Mistake;
