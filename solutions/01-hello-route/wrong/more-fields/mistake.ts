import type { Mistake } from '#check';

export default {
  summary: 'The object with the number of visits has a second field.',
  edits: [
    {
      file: 'hello.controller.ts',
      find: 'return { visits: this.#visits };',
      replace: 'return { visits: this.#visits, ok: true };',
    },
  ],
  fails: {
    'GET /visits returns the number, and reading does not change it': 'has more fields than "visits"',
    'POST /visits adds one and returns the new number': '"ok":true',
    'DELETE /visits sets the number back to 0': '"ok":true',
  },
} satisfies Mistake;
