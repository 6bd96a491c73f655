import type { Mistake } from '#check';

export default {
  summary: 'The response has the author, and the row does not.',
  edits: [
    // Without the dollar sign, so that this isn't taken for a template.
    { file: 'posts/posts.service.ts', find: '{author_id}, ', replace: "{''}, " },
    {
      file: 'posts/posts.service.ts',
      find: 'author_id text not null references users (id)',
      replace: 'author_id text not null',
    },
  ],
  fails: {
    'the author of a new post is the user of the token': 'compare the columns of the insert',
    'the table refuses a post of a user who does not exist': 'is not a foreign key',
  },
} satisfies Mistake;
