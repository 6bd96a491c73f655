import type { Mistake } from '#check';

export default {
  summary: 'Gives all messages the same id, so that a screen reader reads the first one for every field.',
  edits: [
    {
      file: 'pages/form.ts',
      find: '`${name}-problem`',
      replace: "'problem'",
    },
  ],
  fails: {
    'a message belongs to its field, for screen readers too': 'both messages have the id problem',
  },
} satisfies Mistake;
