import type { Mistake } from '#check';

export default {
  summary: 'The handler stores the name in the context, and the middleware does nothing.',
  edits: [
    {
      file: 'notes.controller.ts',
      find: 'async sign(ctx: Context) {\n',
      replace: "async sign(ctx: Context) {\n    ctx.set('reader', ctx.cookie('reader') || 'stranger');\n",
    },
    {
      file: 'known-reader.ts',
      find: "    ctx.set('reader', ctx.cookie('reader') || 'stranger');\n",
      replace: '',
    },
  ],
  fails: {
    'KnownReader stores the name in the context': 'the handler calls ctx.set(…) itself',
  },
} satisfies Mistake;
