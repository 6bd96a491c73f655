import type { Mistake } from '#check';

export default {
  summary: 'The two headers are swapped.',
  edits: [
    {
      file: 'notes.controller.ts',
      find: "agent: ctx.header('User-Agent'), reader: ctx.header('X-Reader') || 'stranger'",
      replace: "agent: ctx.header('X-Reader') || 'stranger', reader: ctx.header('User-Agent')",
    },
  ],
  fails: {
    'GET /whoami returns two request headers': 'the two headers are swapped',
    'a header that was not sent has a default': '"stranger"',
  },
} satisfies Mistake;
