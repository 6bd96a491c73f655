import type { Mistake } from '#check';

export default {
  summary: 'An unknown profile is 422.',
  edits: [
    {
      file: 'profiles/profiles.service.ts',
      find: "throw notFound('profile')",
      replace: "throw new Refused(422, { profile: ['not found'] })",
    },
  ],
  fails: {
    'a change is visible wherever the user appears': 'Expected status 404, got 422',
    'GET of an unknown profile is 404': 'Expected status 404, got 422',
    'POST of an unknown profile and /follow is 404': 'Expected status 404, got 422',
  },
} satisfies Mistake;
