import type { Mistake } from '#check';

export default {
  summary: 'The title may be null.',
  edits: [{ file: 'posts/posts.service.ts', find: 'title text not null', replace: 'title text' }],
  fails: {
    'the first start creates the table posts, with six columns and no row': `\`not null\` is missing`,
  },
} satisfies Mistake;
