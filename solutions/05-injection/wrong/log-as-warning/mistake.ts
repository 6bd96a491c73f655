import type { Mistake } from '#check';

export default {
  summary: 'The entry has the wrong level.',
  edits: [
    { file: 'posts/posts.service.ts', find: "this.log.info('post created'", replace: "this.log.warn('post created'" },
  ],
  fails: {
    'POST /posts writes a log entry with the id': 'the entry has the level "warn"',
  },
} satisfies Mistake;
