import type { Mistake } from '#check';

export default {
  summary: 'The handler returns only the first word of the header User-Agent.',
  edits: [
    {
      file: 'notes.controller.ts',
      find: "ctx.header('User-Agent')",
      replace: "ctx.header('User-Agent').split(' ')[0]",
    },
  ],
  fails: {
    'GET /whoami returns two request headers': 'is not the header User-Agent, unchanged',
  },
} satisfies Mistake;
