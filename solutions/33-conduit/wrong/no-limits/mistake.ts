import type { Mistake } from '#check';

export default {
  summary: 'Strings may have any length.',
  edits: [
    {
      file: 'http/body.ts',
      find: '.max(most, `must',
      replace: '.max(10_000_000, `must',
    },
  ],
  fails: {
    'an email has at most 254 characters': 'Expected status 422, got 201',
    'a username has at most 40 characters': 'Expected status 422, got 201',
    'an invalid username is 422': 'Expected status 422, got 409',
  },
} satisfies Mistake;
