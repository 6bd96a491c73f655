import type { Mistake } from '#check';

export default {
  summary: 'Both routes for /visits have the method GET.',
  edits: [
    { file: 'hello.controller.ts', find: "method: 'POST', path: '/visits'", replace: "method: 'GET', path: '/visits'" },
  ],
  fails: {
    'GET /hello returns the greeting': 'match the same requests. Remove one of them, or change its path.',
    'a path without a route is still 404': 'match the same requests. Remove one of them, or change its path.',
    'GET /tags returns the array': 'match the same requests. Remove one of them, or change its path.',
    'GET /visits returns the number, and reading does not change it':
      'match the same requests. Remove one of them, or change its path.',
    'POST /visits adds one and returns the new number':
      'match the same requests. Remove one of them, or change its path.',
    'DELETE /visits is 204 without a body': 'match the same requests. Remove one of them, or change its path.',
    'DELETE /visits sets the number back to 0': 'match the same requests. Remove one of them, or change its path.',
  },
} satisfies Mistake;
