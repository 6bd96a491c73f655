import type { Mistake } from '#check';

export default {
  summary: 'Each route lists the middleware by itself.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: "      {\n        path: '',\n        middlewares: [BearerAuth],\n        children: [\n          { method: 'POST', path: '/posts', handler: this.create },\n          { method: 'PUT', path: '/posts/:id', handler: this.update },\n          { method: 'DELETE', path: '/posts/:id', handler: this.delete },\n          { method: 'GET', path: '/my-posts', handler: this.mine },\n        ],\n      },\n",
      replace:
        "      { method: 'POST', path: '/posts', middlewares: [BearerAuth], handler: this.create },\n      { method: 'PUT', path: '/posts/:id', middlewares: [BearerAuth], handler: this.update },\n      { method: 'DELETE', path: '/posts/:id', middlewares: [BearerAuth], handler: this.delete },\n      { method: 'GET', path: '/my-posts', middlewares: [BearerAuth], handler: this.mine },\n",
    },
  ],
  fails: {
    'the routes that write are children of one group': 'the routes are not in a group',
  },
} satisfies Mistake;
