import type { Mistake } from '#check';

export default {
  summary: 'GET /my-posts is outside of the group and lists the middleware itself.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: "          { method: 'GET', path: '/my-posts', handler: this.mine },\n",
      replace: '',
    },
    {
      file: 'posts/posts.controller.ts',
      find: "      { method: 'GET', path: '/posts/:id', handler: this.show },\n",
      replace: `      { method: 'GET', path: '/posts/:id', handler: this.show },
      { method: 'GET', path: '/my-posts', middlewares: [BearerAuth], handler: this.mine },
`,
    },
  ],
  fails: {
    'GET /my-posts is in the group that lists BearerAuth': 'the route lists the middleware itself',
  },
} satisfies Mistake;
