import type { Mistake } from '#check';

export default {
  summary: 'The handler gives the empty text where a header is absent.',
  edits: [
    { file: 'notes.controller.ts', find: "ctx.header('X-Reader') || 'stranger'", replace: "ctx.header('X-Reader')" },
  ],
  fails: {
    'a header that was not sent has a default': '"stranger" comes in its place',
  },
} satisfies Mistake;
