import type { Mistake } from '#check';

export default {
  summary: 'The handler is called instead of passed.',
  edits: [{ file: 'hello.controller.ts', find: 'handler: this.hello }', replace: 'handler: this.hello() }' }],
  fails: {
    'GET /hello returns the greeting':
      "GET /hello: the handler isn't a function. Write handler: this.name, without calling it.",
    'a path without a route is still 404':
      "GET /hello: the handler isn't a function. Write handler: this.name, without calling it.",
    'GET /tags returns the array':
      "GET /hello: the handler isn't a function. Write handler: this.name, without calling it.",
    'GET /visits returns the number, and reading does not change it':
      "GET /hello: the handler isn't a function. Write handler: this.name, without calling it.",
    'POST /visits adds one and returns the new number':
      "GET /hello: the handler isn't a function. Write handler: this.name, without calling it.",
    'DELETE /visits is 204 without a body':
      "GET /hello: the handler isn't a function. Write handler: this.name, without calling it.",
    'DELETE /visits sets the number back to 0':
      "GET /hello: the handler isn't a function. Write handler: this.name, without calling it.",
  },
} satisfies Mistake;
