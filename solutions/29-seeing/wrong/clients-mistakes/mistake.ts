import type { Mistake } from '#check';

export default {
  summary: 'A wrong password or a broken link counts as an error of the server.',
  edits: [{ file: 'observe/questions.ts', find: '>= 500', replace: '>= 400' }],
  fails: {
    'the error ratio is the share of statuses from 500': 'mistakes of clients',
  },
} satisfies Mistake;
