import type { Mistake } from '#check';

export default {
  summary: 'list sorts by created_at, so the order of two posts of the same millisecond is wrong.',
  // As of step 1, before the service has a log: from then on, only requests call it, and each takes a millisecond or more.
  edits: [
    { file: 'posts/posts.service.ts', find: '  @inject(Log) private readonly log!: Log;\n', replace: '' },
    { file: 'posts/posts.service.ts', find: "import { inject, Log } from 'trellis';\n", replace: '' },
    { file: 'posts/posts.service.ts', find: "    this.log.info('post created', { id: post.id });\n", replace: '' },
    {
      file: 'posts/posts.service.ts',
      find: 'return [...this.#posts.values()].reverse();',
      replace: 'return [...this.#posts.values()].sort((a, b) => b.created_at.localeCompare(a.created_at));',
    },
  ],
  fails: {
    'PostsService has six methods': 'which is the same for all posts of one millisecond',
  },
} satisfies Mistake;
