import type { Mistake } from '#check';

export default {
  summary: 'A comment can be deleted under any article.',
  edits: [
    {
      file: 'comments/comments.service.ts',
      find: 'where id = ${id} and article_id = ${article}`;',
      replace: "where id = ${id} and ${article} <> ''`;",
    },
  ],
  fails: {
    'a comment on another article is 404': 'Expected status 404, got 204',
  },
} satisfies Mistake;
