import type { Mistake } from '#check';

export default {
  summary: 'A body that is not JSON is 422, like one with invalid fields.',
  edits: [
    {
      file: 'http/errors.ts',
      find: '? 400 : 422',
      replace: '? 422 : 422',
    },
  ],
  fails: {
    'a body that is cut off is 400': 'Expected status 400, got 422',
    'a body in another format is 400': 'Expected status 400, got 422',
    'a body that is empty is 400': 'Expected status 400, got 422',
  },
} satisfies Mistake;
