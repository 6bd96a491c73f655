import type { Mistake } from '#check';

export default {
  summary: 'The fields have no maximum length.',
  edits: [
    { file: 'posts/post.dto.ts', find: `@field('required,max=200') title`, replace: `@field('required') title` },
    { file: 'posts/post.dto.ts', find: `@field('required,max=100000')`, replace: `@field('required')` },
  ],
  fails: {
    'POST /posts limits the length of both fields': `the title has no rule \`max=200\``,
  },
} satisfies Mistake;
