import type { Mistake } from '#check';

export default {
  summary: 'The handler returns only the first word of the User-Agent header.',
  edits: [
    {
      file: 'notes.controller.ts',
      find: "ctx.header('User-Agent')",
      replace: "ctx.header('User-Agent').split(' ')[0]",
    },
  ],
  fails: {
    'GET /whoami returns two request headers': 'the field "agent" differs from the User-Agent header',
  },
} satisfies Mistake;
