import type { Mistake } from '#check';

export default {
  summary: 'A preflight has no security headers.',
  edits: [
    {
      file: 'app.options.ts',
      find: '[SecurityHeaders, Cors, Audit, CrossOriginProtection]',
      replace: '[Cors, SecurityHeaders, Audit, CrossOriginProtection]',
    },
  ],
  fails: {
    'every response has the security headers': 'SecurityHeaders is after Cors',
  },
} satisfies Mistake;
