import type { Alternative } from '#check';

export default {
  summary: 'An index of the post alone.',
  step: 2,
  edits: [
    {
      file: 'store/schema.ts',
      find: `on reactions (post_id, kind)`,
      replace: `on reactions (post_id)`,
    },
  ],
} satisfies Alternative;
