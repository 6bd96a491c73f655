import type { Mistake } from '#check';

export default {
  summary: 'The handler sets the content type by hand and returns the string.',
  edits: [
    {
      file: 'notes.controller.ts',
      find: 'return ctx.status(200).send(note);',
      replace: "ctx.response.setHeader('Content-Type', 'text/plain');\n    return note;",
    },
  ],
  fails: {
    'GET /notes/:number responds with the note as plain text': 'whatever its content type says',
    'an empty note is still a note': '""',
  },
} satisfies Mistake;
