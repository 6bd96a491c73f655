import type { Mistake } from '#check';

export default {
  summary: 'The tag of published has no type, so it is a string.',
  edits: [
    {
      file: 'posts/post.dto.ts',
      find: `@field('boolean') published!: boolean;`,
      replace: '@field() published!: string;',
    },
    {
      file: 'posts/posts.controller.ts',
      find: `return this.posts.update(ctx.param('id'), body);`,
      replace: `return this.posts.update(ctx.param('id'), { ...body, published: body.published === 'true' });`,
    },
  ],
  fails: {
    'PUT replaces the post: absent fields become empty or false':
      'UpdatePostDTO refuses this body: published must be a string',
    'PUT with an invalid body is 400 and changes nothing': `the tag of published does not say \`boolean\``,
  },
} satisfies Mistake;
