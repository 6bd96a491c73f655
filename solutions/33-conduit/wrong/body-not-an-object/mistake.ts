import type { Mistake } from '#check';

export default {
  summary: 'A body that is an array is reported as one that is not JSON.',
  edits: [
    {
      file: 'http/body.ts',
      find: '(isObject(body) ? body : {})',
      replace: '(body)',
    },
  ],
  fails: {
    'a registration that is an array is 422': 'Expected status 422, got 400',
  },
} satisfies Mistake;
