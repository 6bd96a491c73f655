import type { Mistake } from '#check';

export default {
  summary: 'following is true if anybody follows the user.',
  edits: [
    {
      file: 'profiles/profiles.service.ts',
      find: 'where follower_id = ${viewer} and followed_id',
      replace: "where (follower_id = ${viewer} or ${viewer} = '') and followed_id",
    },
  ],
  fails: {
    'a guest follows nobody': 'Expected "following" to be false without a token',
  },
} satisfies Mistake;
