import type { Mistake } from '#check';

export default {
  summary: 'PUT refuses a body without a title.',
  edits: [
    {
      file: 'posts/post.dto.ts',
      find: `export class UpdatePostDTO {
  @field('max=200') title`,
      replace: `export class UpdatePostDTO {
  @field('required,max=200') title`,
    },
  ],
  fails: {
    'PUT replaces the post: absent fields become empty or false': 'UpdatePostDTO refuses this body: title is required',
  },
} satisfies Mistake;
