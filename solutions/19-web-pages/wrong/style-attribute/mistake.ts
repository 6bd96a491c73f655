import type { Mistake } from '#check';

export default {
  summary: 'Puts a rule into an attribute style, which the policy forbids.',
  edits: [
    {
      file: 'pages/layout.ts',
      find: '<main id="main">',
      replace: '<main id="main" style="max-width: 40rem">',
    },
  ],
  fails: {
    'pages link the style, and have none of their own': 'an element has an attribute style',
  },
} satisfies Mistake;
