import type { Mistake } from '#check';

export default {
  summary: 'What the update leaves out is refused, where it should be emptied.',
  edits: [
    {
      file: 'posts/post.dto.ts',
      find: 'export class UpdatePostDTO {\n  @field() title',
      replace: "export class UpdatePostDTO {\n  @field('required') title",
    },
  ],
  fails: {
    'PUT replaces: what is absent becomes empty, or false': 'Nothing is `required` here',
  },
} satisfies Mistake;
