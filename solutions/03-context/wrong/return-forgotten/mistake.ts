import type { Mistake } from '#check';

export default {
  summary: 'The handler sets the 404 and continues.',
  edits: [
    {
      file: 'notes.controller.ts',
      find: "if (note === undefined) return ctx.status(404).json({ error: 'Note not found' });\n    return ctx.status(200).send(note);",
      replace:
        "if (note === undefined) ctx.status(404).json({ error: 'Note not found' });\n    return ctx.status(200).send(note as string);",
    },
  ],
  fails: {
    'a note that does not exist is 404': 'a `return` is missing before ctx.status(404).json(…)',
  },
} satisfies Mistake;
