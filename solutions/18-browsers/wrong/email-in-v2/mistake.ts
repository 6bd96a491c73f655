import type { Mistake } from '#check';

export default {
  summary: 'Version 2 publishes the email, like version 1.',
  edits: [
    { file: 'api/post-v2.ts', find: "author: { id: author_id, name: author?.name ?? '' }", replace: 'author: author!' },
  ],
  fails: {
    'version 2 has an envelope, and no email': 'toPostV2 copies the author',
  },
} satisfies Mistake;
