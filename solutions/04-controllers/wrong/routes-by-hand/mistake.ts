import type { Mistake } from '#check';

export default {
  summary: 'All five routes of the resource are written by hand.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: "...resource('/posts', this),",
      replace: `{ method: 'GET', path: '/posts', handler: this.index },
      { method: 'GET', path: '/posts/:id', handler: this.show },
      { method: 'POST', path: '/posts', handler: this.create },
      { method: 'PUT', path: '/posts/:id', handler: this.update },
      { method: 'DELETE', path: '/posts/:id', handler: this.delete },`,
    },
  ],
  fails: {
    'the route belongs to the handler index': 'PostsController does not call resource(…)',
  },
} satisfies Mistake;
