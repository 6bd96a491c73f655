import type { Mistake } from '#check';

export default {
  summary: 'The default uses ??, and a missing header is an empty string.',
  edits: [
    {
      file: 'notes.controller.ts',
      find: "ctx.header('X-Reader') || 'stranger'",
      replace: "ctx.header('X-Reader') ?? 'stranger'",
    },
  ],
  fails: {
    'a header that was not sent has a default': 'so `??` has no effect',
  },
} satisfies Mistake;
