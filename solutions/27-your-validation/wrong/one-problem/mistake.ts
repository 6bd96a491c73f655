import type { Mistake } from '#check';

export default {
  summary: 'The checks of a property end with its first problem.',
  edits: [
    {
      file: 'framework/rules.ts',
      find: '    else for (const [passes, problem] of tests) if (!passes(sent)) problems.push(problem);',
      replace:
        '    else {\n      const failed = tests.find(([passes]) => !passes(sent));\n      if (failed !== undefined) problems.push(failed[1]);\n    }',
    },
  ],
  fails: {
    'a property can have several problems': 'end with its first problem',
  },
} satisfies Mistake;
