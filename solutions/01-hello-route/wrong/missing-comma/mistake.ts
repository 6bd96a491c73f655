import type { Mistake } from '#check';

export default {
  summary: 'A comma is missing between two routes.',
  edits: [{ file: 'hello.controller.ts', find: 'handler: this.hello },', replace: 'handler: this.hello }' }],
  fails: {
    'GET /hello returns the greeting': 'a syntax error. The parser stopped at the marked place',
    'a path without a route is still 404': 'Expected "]" but found "{"',
    'GET /tags returns the array': 'Expected "]" but found "{"',
    'GET /visits returns the number, and reading does not change it': 'Expected "]" but found "{"',
    'POST /visits adds one and returns the new number': 'Expected "]" but found "{"',
    'DELETE /visits is 204 without a body': 'Expected "]" but found "{"',
    'DELETE /visits sets the number back to 0': 'Expected "]" but found "{"',
  },
} satisfies Mistake;
