import type { Mistake } from '#check';

export default {
  summary: 'A draft cannot be shown, because find filters too.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: `select * from posts where id = \${id}\``,
      replace: `select * from posts where id = \${id} and published = \${true}\``,
    },
  ],
  fails: {
    'what POST has answered is what GET answers': 'cannot be found',
    'DELETE removes this post only, and is content when there is none': 'got 404',
    'GET /posts/:id shows a post, published or not': 'only the list hides drafts',
  },
} satisfies Mistake;
