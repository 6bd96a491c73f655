import type { Mistake } from '#check';

export default {
  summary: 'The middleware stores the id under one key, and the handler reads another.',
  edits: [{ file: 'posts/posts.controller.ts', find: "'user_id'", replace: "'userId'" }],
  fails: {
    'the author of a new post is the user of the token': 'use different keys',
    'an author_id in the body changes nothing': 'use different keys',
    'users who write at the same time keep their own posts': 'the same as in the first check',
    'the table refuses a post of a user who does not exist': 'failed for another reason',
  },
} satisfies Mistake;
