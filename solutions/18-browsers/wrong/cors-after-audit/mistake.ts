import type { Mistake } from '#check';

export default {
  summary: 'Audit comes before Cors, so the audit log has a line for every preflight.',
  edits: [
    {
      file: 'app.options.ts',
      find: '[SecurityHeaders, Cors, Audit, CrossOriginProtection]',
      replace: '[SecurityHeaders, Audit, Cors, CrossOriginProtection]',
    },
  ],
  fails: {
    'a trusted origin may read every response, even errors': 'Cors is after Audit',
  },
} satisfies Mistake;
