import type { Mistake } from '#check';

export default {
  summary: 'The routes of update and delete are swapped.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: "{ method: 'PUT', path: '/posts/:id', handler: this.update }",
      replace: "{ method: 'PUT', path: '/posts/:id', handler: this.delete }",
    },
    {
      file: 'posts/posts.controller.ts',
      find: "{ method: 'DELETE', path: '/posts/:id', handler: this.delete }",
      replace: "{ method: 'DELETE', path: '/posts/:id', handler: this.update }",
    },
  ],
  fails: {
    'all five routes of the resource exist': 'differs from what resource(…) created',
  },
} satisfies Mistake;
