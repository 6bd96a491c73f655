import type { Mistake } from '#check';

export default {
  summary: 'Prints what is wrong, and loses the exit code.',
  edits: [{ file: 'cli.ts', find: 'process.exitCode = await', replace: 'await' }],
  fails: {
    'an unknown id is a sentence on stderr, with exit code 1': 'the exit code is lost',
  },
} satisfies Mistake;
