import type { Mistake } from '#check';

export default {
  summary: 'Version 2 copies every field but those that it leaves out, so the next new column is published.',
  edits: [
    {
      file: 'api/post-v2.ts',
      find: 'return { id, title, content,',
      replace: 'return { ...rest, id, title, content,',
    },
    {
      file: 'api/post-v2.ts',
      find: 'created_at, updated_at }: Post)',
      replace: 'created_at, updated_at, published, ...rest }: Post)',
    },
  ],
  fails: {
    'version 2 has an envelope, and no email': 'field by field',
  },
} satisfies Mistake;
