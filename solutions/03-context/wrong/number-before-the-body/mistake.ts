import type { Mistake } from '#check';

export default {
  summary: 'The number of a note is computed before the body has arrived.',
  edits: [
    {
      file: 'notes.controller.ts',
      find: 'const body = await ctx.request.body();\n    const number = this.#notes.push(body.toString());',
      replace:
        'const number = this.#notes.length + 1;\n    const body = await ctx.request.body();\n    this.#notes.push(body.toString());',
    },
  ],
  fails: {
    'two notes that arrive at the same time have two numbers': 'the number is computed before the body is awaited',
  },
} satisfies Mistake;
