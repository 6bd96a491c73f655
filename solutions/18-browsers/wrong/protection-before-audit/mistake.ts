import type { Mistake } from '#check';

export default {
  summary: 'What is refused does not appear in the audit log.',
  edits: [
    {
      file: 'app.options.ts',
      find: '[SecurityHeaders, Cors, Audit, CrossOriginProtection]',
      replace: '[SecurityHeaders, Cors, CrossOriginProtection, Audit]',
    },
  ],
  fails: {
    'a refused request does nothing, and is in the audit log': 'so Audit never sees what it refuses',
  },
} satisfies Mistake;
