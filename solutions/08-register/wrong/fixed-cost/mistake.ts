import type { Mistake } from '#check';

export default {
  summary: 'The cost is a number in the method hash, and the class has no field for it.',
  edits: [
    { file: 'auth/passwords.ts', find: '  readonly cost = 10;\n', replace: '' },
    { file: 'auth/passwords.ts', find: 'this.cost', replace: '10' },
  ],
  fails: { 'the table contains a bcrypt hash with cost 10': 'there is no field `cost`' },
} satisfies Mistake;
