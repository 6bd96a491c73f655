import type { Mistake } from '#check';

export default {
  summary: 'The route is written by hand, with a handler of another name.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: "      ...resource('/posts', this),\n",
      replace: "      { method: 'GET', path: '/posts', handler: this.list },\n      ...resource('/posts', this),\n",
    },
    { file: 'posts/posts.controller.ts', find: '  index() {', replace: '  list() {' },
    { file: 'posts/posts.controller.ts', find: 'this.index()', replace: 'this.list()' },
  ],
  fails: {
    'the route belongs to the handler index': 'GET /posts is handled by PostsController.list',
  },
} satisfies Mistake;
