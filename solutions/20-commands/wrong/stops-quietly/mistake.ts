import type { Mistake } from '#check';

export default {
  summary: 'Stops at the first error, and keeps what it has.',
  edits: [
    {
      file: 'export/export.controller.ts',
      find: 'await this.blog.page(path, key);',
      replace: 'await this.blog.page(path, key).catch(() => ({ posts: [], next: undefined }));',
    },
  ],
  fails: {
    'a failed export keeps the file of the day before': 'the error of the client is caught',
  },
} satisfies Mistake;
