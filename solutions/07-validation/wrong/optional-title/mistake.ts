import type { Mistake } from '#check';

export default {
  summary: 'The title is not required.',
  edits: [
    {
      file: 'posts/post.dto.ts',
      find: "export class CreatePostDTO {\n  @field('required') title",
      replace: 'export class CreatePostDTO {\n  @field() title',
    },
  ],
  fails: {
    'POST /posts with any other body is 400 Invalid request': 'a field without `required` may be absent',
  },
} satisfies Mistake;
