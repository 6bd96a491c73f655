import type { Mistake } from '#check';

export default {
  summary: 'The handler asks the context and then reads the cookie all the same.',
  edits: [
    {
      file: 'notes.controller.ts',
      find: "return { from: ctx.get<string>('reader'),",
      replace: "const known = ctx.get<string>('reader');\n    return { from: ctx.cookie('reader') || known,",
    },
  ],
  fails: {
    'KnownReader stores the name in the context': 'the handler reads the cookie a second time. Return the name',
  },
} satisfies Mistake;
