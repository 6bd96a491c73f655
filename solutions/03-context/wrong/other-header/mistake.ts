import type { Mistake } from '#check';

export default {
  summary: 'The handler reads another header.',
  edits: [{ file: 'notes.controller.ts', find: "ctx.header('User-Agent')", replace: "ctx.header('Agent')" }],
  fails: {
    'GET /whoami returns two request headers': 'the field "agent" differs from the User-Agent header',
    'a header that was not sent has a default': 'the field "agent" differs from the User-Agent header',
  },
} satisfies Mistake;
