import type { Mistake } from '#check';

export default {
  summary: 'The handler uses the promise of the body instead of the body.',
  edits: [
    {
      file: 'notes.controller.ts',
      find: 'const body = await ctx.request.body();\n    return { bytes',
      replace: 'const body = ctx.request.body();\n    return { bytes',
    },
  ],
  fails: {
    'POST /count counts the bytes and the characters of the body': '"[object Promise]" has 16 characters',
    'POST /count without a body counts zero': '{"characters":16}',
    'POST /count counts a body that arrives in pieces': '{"characters":16}',
    'POST /count counts the bytes that arrived, even if they are not text': 'bytes is not the length of the Buffer',
  },
} satisfies Mistake;
