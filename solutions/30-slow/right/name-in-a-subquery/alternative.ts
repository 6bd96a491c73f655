import type { Alternative } from '#check';

export default {
  summary: 'The name is a column that a subquery computes.',
  step: 1,
  edits: [
    {
      file: 'comments/comments.service.ts',
      find: `select comments.*, users.name as author_name
      from comments join users on users.id = comments.author_id`,
      replace: `select comments.*, (select name from users where users.id = comments.author_id) as author_name
      from comments`,
    },
  ],
} satisfies Alternative;
