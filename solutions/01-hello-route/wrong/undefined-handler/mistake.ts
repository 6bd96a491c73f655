import type { Mistake } from '#check';

export default {
  summary: 'The route names a method that the class does not have.',
  edits: [{ file: 'hello.controller.ts', find: 'handler: this.hello }', replace: 'handler: this.helo }' }],
  fails: {
    'GET /hello returns the greeting':
      'GET /hello: the handler is undefined. Check the spelling of this.name, or the import it comes from.',
    'a path without a route is still 404':
      'GET /hello: the handler is undefined. Check the spelling of this.name, or the import it comes from.',
    'GET /tags returns the array':
      'GET /hello: the handler is undefined. Check the spelling of this.name, or the import it comes from.',
    'GET /visits returns the number, and reading does not change it':
      'GET /hello: the handler is undefined. Check the spelling of this.name, or the import it comes from.',
    'POST /visits adds one and returns the new number':
      'GET /hello: the handler is undefined. Check the spelling of this.name, or the import it comes from.',
    'DELETE /visits is 204 without a body':
      'GET /hello: the handler is undefined. Check the spelling of this.name, or the import it comes from.',
    'DELETE /visits sets the number back to 0':
      'GET /hello: the handler is undefined. Check the spelling of this.name, or the import it comes from.',
  },
} satisfies Mistake;
