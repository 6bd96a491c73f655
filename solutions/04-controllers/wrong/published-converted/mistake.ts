import type { Mistake } from '#check';

export default {
  summary: 'update converts published with Boolean, which turns the string "false" into true.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: 'Object.assign(post, { title, content, published,',
      replace: 'Object.assign(post, { title, content, published: Boolean(published),',
    },
  ],
  fails: {
    'PUT /posts/:id without published makes the post a draft': 'update converts published to a boolean',
  },
} satisfies Mistake;
