import type { Mistake } from '#check';

export default {
  summary: 'The handler is called, where it should be named.',
  edits: [{ file: 'hello.controller.ts', find: 'handler: this.hello }', replace: 'handler: this.hello() }' }],
  fails: {
    'GET /hello answers with the greeting':
      "the handler isn't a function. Write handler: this.name, without calling it.",
    'GET /tags answers with the list': 'The program crashed before it listened.',
    'GET /visits answers with a number, and reading does not change it': 'The program crashed before it listened.',
    'POST /visits counts': 'The program crashed before it listened.',
    'DELETE /visits answers 204 without a body': 'The program crashed before it listened.',
    'DELETE /visits forgets the visits': 'The program crashed before it listened.',
  },
} satisfies Mistake;
