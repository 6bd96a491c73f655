import type { Mistake } from '#check';

export default {
  summary: 'The second version gives the author away, as the first one does.',
  edits: [
    {
      file: 'api/post-v2.ts',
      find: "author: { id: author_id, name: author?.name ?? '' }",
      replace: 'author: author!',
    },
  ],
  fails: { '/api/v2 has an envelope, and no email': 'an author is id and name' },
} satisfies Mistake;
