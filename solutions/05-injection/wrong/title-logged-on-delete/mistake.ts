import type { Mistake } from '#check';

export default {
  summary: 'The service logs the title of a deleted post.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: '    this.#posts.delete(id);',
      replace: "    this.log.info('post deleted', { title: this.#posts.get(id)?.title });\n    this.#posts.delete(id);",
    },
  ],
  fails: {
    'POST /posts writes a log entry with the id': 'logs the title, the content, or the whole post',
  },
} satisfies Mistake;
