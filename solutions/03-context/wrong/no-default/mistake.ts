import type { Mistake } from '#check';

export default {
  summary: 'The handler has no default for a missing header.',
  edits: [
    { file: 'notes.controller.ts', find: "ctx.header('X-Reader') || 'stranger'", replace: "ctx.header('X-Reader')" },
  ],
  fails: {
    'a header that was not sent has a default': 'the handler has no default',
  },
} satisfies Mistake;
