import type { Mistake } from '#check';

export default {
  summary: 'PUT has no maximum length.',
  edits: [
    { file: 'posts/post.dto.ts', find: `@field('max=200') title`, replace: '@field() title' },
    { file: 'posts/post.dto.ts', find: `@field('max=100000') content`, replace: '@field() content' },
  ],
  fails: {
    'PUT with an invalid body is 400 and changes nothing': `the title has no rule \`max=200\``,
  },
} satisfies Mistake;
