import type { Mistake } from '#check';

export default {
  summary: 'The highest cost that bcrypt supports is refused.',
  edits: [
    {
      file: 'auth/passwords.ts',
      find: 'this.cost > 31',
      replace: 'this.cost >= 31',
    },
  ],
  fails: {
    'the lowest and the highest cost of bcrypt are accepted': 'excludes the limit itself',
  },
} satisfies Mistake;
