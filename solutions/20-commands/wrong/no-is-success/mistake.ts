import type { Mistake } from '#check';

export default {
  summary: 'Does nothing after a "no", and reports success.',
  edits: [
    {
      file: 'commands/commands.controller.ts',
      find: "throw new Error('Nothing was changed.');",
      replace: 'return { changed: false };',
    },
  ],
  fails: {
    'it asks first, on stderr, and only "y" or "yes" is a yes': 'the command reports success',
  },
} satisfies Mistake;
