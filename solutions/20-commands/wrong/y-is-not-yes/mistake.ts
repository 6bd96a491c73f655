import type { Mistake } from '#check';

export default {
  summary: 'Asks for y or N, and accepts only "yes".',
  edits: [
    {
      file: 'commands/commands.controller.ts',
      find: '/^y(es)?$/i',
      replace: '/^yes$/i',
    },
  ],
  fails: {
    'it asks first, on stderr, and only "y" or "yes" is a yes': 'only "yes" counts',
  },
} satisfies Mistake;
