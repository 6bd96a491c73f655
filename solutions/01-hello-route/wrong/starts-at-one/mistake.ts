import type { Mistake } from '#check';

export default {
  summary: 'The field does not start at 0.',
  edits: [{ file: 'hello.controller.ts', find: '#visits = 0;\n\n  routes', replace: '#visits = 1;\n\n  routes' }],
  fails: {
    'GET /visits returns the number, and reading does not change it': 'the field starts at 1 instead of 0',
  },
} satisfies Mistake;
