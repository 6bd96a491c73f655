import type { Mistake } from '#check';

export default {
  summary: 'Responds before the post is stored. If that fails, nobody hears of it.',
  edits: [
    { file: 'pages/writing.controller.ts', find: 'await this.posts.create(body', replace: 'this.posts.create(body' },
  ],
  fails: {
    'a failure of the database is not a mistake of the author': '`await` is missing before posts.create',
  },
} satisfies Mistake;
