import type { Mistake } from '#check';

export default {
  summary: 'Shows an empty form again.',
  edits: [
    {
      file: 'pages/writing.controller.ts',
      find: 'return writeView(ctx, input, problems)',
      replace: "return writeView(ctx, { title: '', content: '' }, problems)",
    },
  ],
  fails: {
    'a form with a missing field is shown again, with everything that was typed':
      'empty fields instead of the PostInput',
  },
} satisfies Mistake;
