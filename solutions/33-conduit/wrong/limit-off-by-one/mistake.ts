import type { Mistake } from '#check';

export default {
  summary: 'The longest string that is allowed is refused.',
  edits: [
    {
      file: 'http/body.ts',
      find: '.max(most, `must',
      replace: '.max(most - 1, `must',
    },
  ],
  fails: {
    'a username has at most 40 characters': 'Expected status 201, got 422',
    'title has at most 200 characters': 'Expected status 201, got 422',
    'description has at most 500 characters': 'Expected status 201, got 422',
  },
} satisfies Mistake;
