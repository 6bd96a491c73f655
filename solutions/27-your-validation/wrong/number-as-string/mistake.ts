import type { Mistake } from '#check';

export default {
  summary: 'The number of a rule stays a string.',
  edits: [
    { file: 'framework/rules.ts', find: 'number === undefined ? true : Number(number)', replace: 'number ?? true' },
  ],
  fails: {
    'a tag lists the type of a property, and its rules': 'the number after "=" stays a string',
    'a DTO has the properties of its parent and its own, and adds none to the parent': 'the value is different',
  },
} satisfies Mistake;
