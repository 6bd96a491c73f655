import type { Mistake } from '#check';

export default {
  summary: 'The command says what is wrong, and its exit code goes nowhere.',
  edits: [{ file: 'cli.ts', find: 'process.exitCode = await', replace: 'await' }],
  fails: {
    'an unknown id is an error on stderr, with exit code 1': 'the exit code is lost',
    'an unknown email is an error on stderr, with exit code 1': 'the exit code is lost',
  },
} satisfies Mistake;
