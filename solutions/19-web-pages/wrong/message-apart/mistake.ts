import type { Mistake } from '#check';

export default {
  summary: 'Shows the message next to the field, where only people who see it know what it belongs to.',
  edits: [
    {
      file: 'pages/form.ts',
      find: "const note = problem === undefined ? '' : `${name}-problem`;",
      replace: "const note = '';",
    },
  ],
  fails: {
    'a message belongs to its field, for screen readers too': 'the field has no aria-describedby',
  },
} satisfies Mistake;
