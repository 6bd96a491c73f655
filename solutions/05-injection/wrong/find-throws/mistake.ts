import type { Mistake } from '#check';

export default {
  summary: 'find throws an error for a post that does not exist.',
  // As of step 1, before the service has a log: from then on, only requests call it.
  edits: [
    { file: 'posts/posts.service.ts', find: '  @inject(Log) private readonly log!: Log;\n', replace: '' },
    { file: 'posts/posts.service.ts', find: "import { inject, Log } from 'trellis';\n", replace: '' },
    { file: 'posts/posts.service.ts', find: "    this.log.info('post created', { id: post.id });\n", replace: '' },
    {
      file: 'posts/posts.service.ts',
      find: 'return this.#posts.get(id);',
      replace:
        "const post = this.#posts.get(id);\n    if (post === undefined) throw new Error('record not found');\n    return post;",
    },
  ],
  fails: {
    'PostsService has six methods': 'find throws if there is no such post',
  },
} satisfies Mistake;
