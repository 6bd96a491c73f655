import type { Mistake } from '#check';

export default {
  summary: 'The value is left under one key and asked for under another.',
  edits: [{ file: 'notes.controller.ts', find: "ctx.get<string>('reader')", replace: "ctx.get<string>('name')" }],
  fails: {
    'GET /welcome greets the reader of the cookie': 'use the same key',
    'GET /welcome greets a stranger': 'use the same key',
    'twenty readers at once are each greeted by their own name': 'Welcome, undefined!',
  },
} satisfies Mistake;
