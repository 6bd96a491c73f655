import type { Mistake } from '#check';

export default {
  summary: 'Version 2 shows drafts to anyone who knows the id.',
  edits: [
    { file: 'api/api.controller.ts', find: 'if (!post?.published) throw', replace: 'if (post === undefined) throw' },
  ],
  fails: {
    'version 2 has no drafts': 'showV2 does not check `published`',
  },
} satisfies Mistake;
