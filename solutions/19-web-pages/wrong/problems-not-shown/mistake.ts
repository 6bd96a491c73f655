import type { Mistake } from '#check';

export default {
  summary: 'Shows the form again, and not what is wrong with it.',
  edits: [
    {
      file: 'pages/writing.controller.ts',
      find: 'return writeView(ctx, input, problems)',
      replace: 'return writeView(ctx, input)',
    },
  ],
  fails: {
    'a form with a missing field is shown again, with everything that was typed': 'the problems are not passed',
    'a message belongs to its field, for screen readers too': 'aria-invalid="true"',
  },
} satisfies Mistake;
