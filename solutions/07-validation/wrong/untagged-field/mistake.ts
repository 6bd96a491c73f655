import type { Mistake } from '#check';

export default {
  summary: 'A property has no @field, so it is not a field of the body.',
  edits: [
    {
      file: 'posts/post.dto.ts',
      find: `@field('required,max=100000') content!: string;`,
      replace: 'content!: string;',
    },
  ],
  fails: {
    'POST /posts with a title and content is 201':
      'an `await` is missing before ctx.bind(…), or a property of the DTO has no @field',
    'the attack "mass-assignment" is blocked': 'The attack could not run',
    'POST /posts with any other body is 400 Invalid request':
      'your code threw: CreatePostDTO.content has no @field, so',
    'fields that the DTO does not name are ignored':
      'an `await` is missing before ctx.bind(…), or a property of the DTO has no @field',
    'PUT replaces the post: absent fields become empty or false': 'CreatePostDTO.content has no @field',
    'PUT with an invalid body is 400': 'your code threw: CreatePostDTO.content has no @field, so',
  },
} satisfies Mistake;
