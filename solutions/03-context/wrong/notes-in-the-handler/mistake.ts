import type { Mistake } from '#check';

export default {
  summary: 'The array is created in the handler, so every request starts with an empty one.',
  edits: [
    {
      file: 'notes.controller.ts',
      find: 'const number = this.#notes.push(body.toString());',
      replace: 'const notes: string[] = [];\n    const number = notes.push(body.toString());',
    },
  ],
  fails: {
    'POST /notes responds with 201 and the number of the note': 'each request starts with an empty array',
    'GET /notes/:number responds with the note as plain text': 'Note not found',
    'an empty note is still a note': 'Note not found',
    'two notes that arrive at the same time have two numbers': 'each request starts with an empty array',
  },
} satisfies Mistake;
