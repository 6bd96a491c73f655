import type { Mistake } from '#check';

export default {
  summary: 'The command says what is wrong, and its exit code goes nowhere.',
  edits: [{ file: 'cli.ts', find: 'process.exitCode = await', replace: 'await' }],
  fails: { 'what cannot be done is said on stderr, with the exit code 1': 'its exit code is lost' },
} satisfies Mistake;
