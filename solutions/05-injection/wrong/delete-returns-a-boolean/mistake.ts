import type { Mistake } from '#check';

export default {
  summary: "delete returns the result of the Map's own delete.",
  // As of step 1, before the service has a log: from then on, only requests call it.
  edits: [
    { file: 'posts/posts.service.ts', find: '  @inject(Log) private readonly log!: Log;\n', replace: '' },
    { file: 'posts/posts.service.ts', find: "import { inject, Log } from 'trellis';\n", replace: '' },
    { file: 'posts/posts.service.ts', find: "    this.log.info('post created', { id: post.id });\n", replace: '' },
    {
      file: 'posts/posts.service.ts',
      find: 'async delete(id: string): Promise<void> {\n    this',
      replace: 'async delete(id: string): Promise<any> {\n    return this',
    },
  ],
  fails: {
    'PostsService has six methods': 'delete returns the result of',
  },
} satisfies Mistake;
