import type { Mistake } from '#check';

export default {
  summary: 'A DTO is compiled for every input.',
  edits: [{ file: 'framework/validate.ts', find: '  validators.set(dto, validator);\n', replace: '' }],
  fails: {
    'a DTO is compiled once': 'validate compiles the DTO for every input',
  },
} satisfies Mistake;
