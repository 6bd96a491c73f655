import type { Mistake } from '#check';

export default {
  summary: 'The middleware runs the handler first and stores the name afterwards, while the handler awaits the body.',
  edits: [
    {
      file: 'known-reader.ts',
      find: "    ctx.set('reader', ctx.cookie('reader') || 'stranger');\n    return next();",
      replace:
        "    const result = next();\n    ctx.set('reader', ctx.cookie('reader') || 'stranger');\n    return result;",
    },
  ],
  fails: {
    'KnownReader stores the name in the context': 'KnownReader calls next() before ctx.set(…)',
  },
} satisfies Mistake;
