import type { Mistake } from '#check';

export default {
  summary: 'The handler has a default for the User-Agent header, too.',
  edits: [
    { file: 'notes.controller.ts', find: "ctx.header('User-Agent')", replace: "ctx.header('User-Agent') || 'unknown'" },
  ],
  fails: {
    'a header that was not sent has a default': 'the handler has a default for "agent"',
  },
} satisfies Mistake;
