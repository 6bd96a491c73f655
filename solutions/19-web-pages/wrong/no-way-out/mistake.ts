import type { Mistake } from '#check';

export default {
  summary: 'Refuses a form with Forbidden, which does not tell the user to load it again.',
  edits: [
    {
      file: 'pages/csrf.ts',
      find: "'This form is out of date. Load it again.'",
      replace: "'Forbidden'",
    },
  ],
  fails: {
    'a form without the token of this browser is refused': 'another message',
  },
} satisfies Mistake;
