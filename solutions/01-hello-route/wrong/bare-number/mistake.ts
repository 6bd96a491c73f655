import type { Mistake } from '#check';

export default {
  summary: 'The handlers return the number without an object around it.',
  edits: [{ file: 'hello.controller.ts', find: 'return { visits: this.#visits };', replace: 'return this.#visits;' }],
  fails: {
    'GET /visits returns the number, and reading does not change it': 'the handler returns the bare number',
    'POST /visits adds one and returns the new number': 'the handler of POST /visits does not return an object',
    'DELETE /visits sets the number back to 0': 'the handler returns the bare number',
  },
} satisfies Mistake;
