import type { Mistake } from '#check';

export default {
  summary: 'drafts is not async and returns the array itself.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: 'async drafts(): Promise<Post[]> {\n    return (await this.list()).filter(',
      replace: 'drafts(): any {\n    return [...this.#posts.values()].filter(',
    },
  ],
  fails: {
    'every handler calls the service and waits for it': '`async` is missing before drafts',
  },
} satisfies Mistake;
