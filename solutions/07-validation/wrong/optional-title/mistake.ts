import type { Mistake } from '#check';

export default {
  summary: 'The title is not required.',
  edits: [
    {
      file: 'posts/post.dto.ts',
      find: `export class CreatePostDTO {
  @field('required,max=200') title`,
      replace: `export class CreatePostDTO {
  @field('max=200') title`,
    },
  ],
  fails: {
    'POST /posts with any other body is 400 Invalid request': `a field has no rule \`required\`, so it may be absent or empty`,
  },
} satisfies Mistake;
