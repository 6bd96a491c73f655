import type { Mistake } from '#check';

export default {
  summary: 'A required property may be empty.',
  edits: [
    {
      file: 'framework/rules.ts',
      find: "    if (isAbsent || (required && sent === zero)) problems.push('is required');",
      replace: "    if (isAbsent) problems.push('is required');",
    },
  ],
  fails: {
    'absent properties become zero values, and required ones are a problem': '`required` accepts the zero value',
  },
} satisfies Mistake;
