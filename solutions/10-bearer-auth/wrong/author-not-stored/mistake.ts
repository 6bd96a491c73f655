import type { Mistake } from '#check';

export default {
  summary: 'The answer names the author, and the table does not.',
  edits: [
    // Without the dollar sign, so that nobody takes this for a template.
    { file: 'posts/posts.service.ts', find: '{author_id}, ', replace: "{''}, " },
    {
      file: 'posts/posts.service.ts',
      find: 'author_id text not null references users (id)',
      replace: 'author_id text not null',
    },
  ],
  fails: {
    'the author of a new post is whoever the token belongs to': 'look at the insert',
    'the table refuses a post of somebody who does not exist': 'the table refuses the row',
  },
} satisfies Mistake;
