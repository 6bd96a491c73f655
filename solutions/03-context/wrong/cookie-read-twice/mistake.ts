import type { Mistake } from '#check';

export default {
  summary: 'The handler reads the cookie a second time instead of asking the context.',
  edits: [
    {
      file: 'notes.controller.ts',
      find: "ctx.get<string>('reader')",
      replace: "ctx.cookie('reader') || 'stranger'",
    },
  ],
  fails: {
    'KnownReader stores the name in the context': 'the handler reads the cookie a second time',
  },
} satisfies Mistake;
