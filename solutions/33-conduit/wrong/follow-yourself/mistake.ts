import type { Mistake } from '#check';

export default {
  summary: 'Users can follow themselves.',
  edits: [
    {
      file: 'profiles/profiles.service.ts',
      find: 'if (user.id === follower.id) throw',
      replace: 'if (user.id === follower.id && follower.id === user.username) throw',
    },
  ],
  fails: {
    'nobody can follow themselves': 'Expected status 422, got 200',
    'everyone can read an article': 'Expected the article {"slug":"',
  },
} satisfies Mistake;
