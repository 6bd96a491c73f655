import type { Mistake } from '#check';

export default {
  summary: 'The number of a rule stays a string.',
  edits: [
    { file: 'framework/rules.ts', find: 'number === undefined ? true : Number(number)', replace: 'number ?? true' },
  ],
  fails: {
    'parseTag understands types, rules and numbers': 'the number after "=" stays a string',
    'fieldsOf returns the rules of each property, inherited ones first': 'the value is different',
  },
} satisfies Mistake;
