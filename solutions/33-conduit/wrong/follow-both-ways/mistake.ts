import type { Mistake } from '#check';

export default {
  summary: 'Following somebody makes them a follower, too.',
  edits: [
    {
      file: 'profiles/profiles.service.ts',
      find: 'values (${follower.id}, ${user.id})',
      replace: 'values (${follower.id}, ${user.id}), (${user.id}, ${follower.id})',
    },
  ],
  fails: {
    'following has one direction and one follower': 'Expected',
  },
} satisfies Mistake;
