import type { Mistake } from '#check';

export default {
  summary: 'Following somebody twice fails.',
  edits: [
    {
      file: 'profiles/profiles.service.ts',
      find: ' on conflict do nothing',
      replace: '',
    },
  ],
  fails: {
    'following twice is like following once': 'Expected status 200, got 500',
  },
} satisfies Mistake;
