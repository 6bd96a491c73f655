import type { Mistake } from '#check';

export default {
  summary: 'The body is used before it has arrived.',
  edits: [
    {
      file: 'notes.controller.ts',
      find: 'const body = await ctx.request.body();\n    return',
      replace: 'const body = ctx.request.body();\n    return',
    },
  ],
  fails: {
    'POST /count counts the bytes and the characters of the body':
      'is there an `await` in front of ctx.request.body()?',
    'POST /count without a body counts nothing': 'The response body is different',
  },
} satisfies Mistake;
