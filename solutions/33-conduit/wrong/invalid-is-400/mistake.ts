import type { Mistake } from '#check';

export default {
  summary: 'Invalid fields are 400, like a body that is not JSON.',
  edits: [
    {
      file: 'http/errors.ts',
      find: '? 400 : 422',
      replace: '? 400 : 400',
    },
  ],
  fails: {
    'an error maps names to arrays of messages': 'Expected status 422, got 400',
    'a registration without a wrapper is 422': 'Expected status 422, got 400',
    'a registration with null as the wrapper is 422': 'Expected status 422, got 400',
  },
} satisfies Mistake;
