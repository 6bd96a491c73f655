import type { Mistake } from '#check';

export default {
  summary: 'The handler reads a key that the middleware never wrote.',
  edits: [{ file: 'notes.controller.ts', find: "ctx.get<string>('reader')", replace: "ctx.get<string>('name')" }],
  fails: {
    'POST /guestbook returns the name from the cookie and the body': 'use different keys',
    'POST /guestbook without a cookie is from a stranger': 'KnownReader has no default for a missing cookie',
    'twenty readers who write at the same time keep their names': 'the name does not reach the handler',
  },
} satisfies Mistake;
