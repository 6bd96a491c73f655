import type { Mistake } from '#check';

export default {
  summary: 'A schema that passes with issues: undefined is treated as one that fails.',
  edits: [
    {
      file: 'framework/validate.ts',
      find: 'return result.issues === undefined ? { value: result.value } : { problems: result.issues.map(toProblem) };',
      replace:
        "return 'issues' in result ? { problems: (result.issues ?? []).map(toProblem) } : { value: result.value };",
    },
  ],
  fails: {
    'validate accepts schemas that are written by hand': 'Compare result.issues with undefined',
  },
} satisfies Mistake;
