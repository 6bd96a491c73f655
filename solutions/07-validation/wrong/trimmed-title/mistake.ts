import type { Mistake } from '#check';

export default {
  summary: 'The handler trims the title, so the post is not what the client sent.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: 'this.posts.create(body)',
      replace: 'this.posts.create({ ...body, title: body.title.trim() })',
    },
  ],
  fails: {
    'POST /posts with a title and content is 201': 'the title or the content is changed on the way to the table',
  },
} satisfies Mistake;
