import type { Mistake } from '#check';

export default {
  summary: 'Unfollowing one user ends all follows.',
  edits: [
    {
      file: 'profiles/profiles.service.ts',
      find: 'where follower_id = ${follower.id} and followed_id = ${user.id}`;\n    return toProfile(user, false)',
      replace: 'where follower_id = ${follower.id}`;\n    return toProfile(user, false)',
    },
  ],
  fails: {
    'unfollowing a user responds with the profile': 'Expected the other user to be followed still',
    'the feed has the articles of all followed users, and no others': 'Expected the articles',
  },
} satisfies Mistake;
