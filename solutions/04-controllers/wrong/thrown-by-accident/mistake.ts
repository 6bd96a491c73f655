import type { Mistake } from '#check';

export default {
  summary: 'Nobody looks whether there is such a post, and the first use of it fails.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: "    if (post === undefined) throw new Error('record not found');\n",
      replace: '',
    },
    { file: 'posts/posts.controller.ts', find: 'Object.assign(post, {', replace: 'Object.assign(post!, {' },
  ],
  fails: {
    'PUT of a post that does not exist is 500, with the reason in the log': 'something threw, but for another reason',
  },
} satisfies Mistake;
