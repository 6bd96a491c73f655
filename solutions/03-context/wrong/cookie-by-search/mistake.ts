import type { Mistake } from '#check';

export default {
  summary: 'The handler searches the Cookie header for a name that other names contain.',
  edits: [
    {
      file: 'notes.controller.ts',
      find: "reader: ctx.cookie('reader')",
      replace: "reader: decodeURIComponent(/reader=([^;]*)/.exec(ctx.header('Cookie'))?.[1] ?? '')",
    },
  ],
  fails: {
    'GET /reader returns the value of the cookie': 'the handler does not read the cookie called "reader"',
  },
} satisfies Mistake;
