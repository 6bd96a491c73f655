import type { Mistake } from '#check';

export default {
  summary: 'Without the X-Reader header, the handler uses a cookie.',
  edits: [
    {
      file: 'notes.controller.ts',
      find: "ctx.header('X-Reader') ||",
      replace: "ctx.header('X-Reader') || ctx.cookie('reader') ||",
    },
  ],
  fails: {
    'a header that was not sent has a default': 'from a cookie',
  },
} satisfies Mistake;
