import type { Mistake } from '#check';

export default {
  summary: 'The handler changes the case of the header.',
  edits: [
    {
      file: 'notes.controller.ts',
      find: "ctx.header('X-Reader')",
      replace: "ctx.header('X-Reader').toLowerCase()",
    },
  ],
  fails: {
    'GET /whoami returns two request headers': 'the field "reader" differs from the X-Reader header',
  },
} satisfies Mistake;
