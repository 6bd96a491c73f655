import type { Mistake } from '#check';

export default {
  summary: 'update never looks whether the post exists, and fails on its first use.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: "    if (post === undefined) throw new Error('record not found');\n",
      replace: '',
    },
    { file: 'posts/posts.controller.ts', find: 'Object.assign(post, {', replace: 'Object.assign(post!, {' },
  ],
  fails: {
    'PUT of a post that does not exist is 500, with the reason in the log only': 'fails for another reason',
  },
} satisfies Mistake;
