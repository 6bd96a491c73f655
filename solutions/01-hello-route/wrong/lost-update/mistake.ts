import type { Mistake } from '#check';

export default {
  summary: 'The handler waits between reading the field and writing it.',
  edits: [
    {
      file: 'hello.controller.ts',
      find: '  addVisit() {\n    this.#visits++;\n',
      replace:
        '  async addVisit() {\n    const before = this.#visits;\n    await new Promise((resolve) => setTimeout(resolve, 20));\n    this.#visits = before + 1;\n',
    },
  ],
  fails: {
    'POST /visits adds one and returns the new number': 'waits between reading the field and writing it',
  },
} satisfies Mistake;
