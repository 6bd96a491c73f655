import type { Mistake } from '#check';

export default {
  summary: 'The handler continues before the body has been checked.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: 'const body = await ctx.bind(CreatePostDTO);',
      replace: 'const body = ctx.bind(CreatePostDTO) as unknown as CreatePostDTO;',
    },
  ],
  fails: {
    'POST /posts with a title and content is 201':
      'an `await` is missing before ctx.bind(…), or a property of the DTO has no @field',
    'the attack "mass-assignment" is blocked': 'The attack could not run',
    'POST /posts with any other body is 400 Invalid request':
      'your code threw: Value 2 is undefined. Pass null if you mean',
    'fields that the DTO does not name are ignored':
      'an `await` is missing before ctx.bind(…), or a property of the DTO has no @field',
    'PUT replaces the post: absent fields become empty or false': 'Value',
    'PUT with an invalid body is 400': 'your code threw: Value 2 is undefined. Pass null if you mean',
  },
} satisfies Mistake;
