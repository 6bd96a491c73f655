import type { Mistake } from '#check';

export default {
  summary: 'The stored note is a promise.',
  edits: [
    {
      file: 'notes.controller.ts',
      find: 'const body = await ctx.request.body();\n    const number',
      replace: 'const body = ctx.request.body();\n    const number',
    },
  ],
  fails: {
    'GET /notes/:number responds with the note as plain text': 'POST /notes stored a promise',
    'an empty note is still a note': '[object Promise]',
  },
} satisfies Mistake;
