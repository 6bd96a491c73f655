import type { Alternative } from '#check';

export default {
  summary: 'The pauses double and have a random part, and after two seconds it is over.',
  step: 2,
  edits: [
    {
      file: 'network/again.ts',
      find: `    await delay(pause);`,
      replace: `    // Not all at the same moment: whoever failed together would come back together.
    await delay(pause * 2 ** attempt * (0.5 + Math.random()));`,
    },
  ],
} satisfies Alternative;
