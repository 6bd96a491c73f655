import type { Mistake } from '#check';

export default {
  summary: 'The field published is a text, and compared with a word.',
  edits: [
    {
      file: 'posts/post.dto.ts',
      find: "@field('boolean') published!: boolean;",
      replace: '@field() published!: string;',
    },
    {
      file: 'posts/posts.controller.ts',
      find: "return this.posts.update(ctx.param('id'), body);",
      replace: "return this.posts.update(ctx.param('id'), { ...body, published: body.published === 'true' });",
    },
  ],
  fails: {
    'PUT replaces: what is absent becomes empty, or false': 'got 400',
    'PUT with a body that does not fit is 400, and changes nothing': 'the tag of its field has to say so',
  },
} satisfies Mistake;
