import type { Mistake } from '#check';

export default {
  summary: 'Every route of the group lists the middleware itself, so the next route would be open.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: `        middlewares: [BearerAuth],
`,
      replace: '',
    },
    {
      file: 'posts/posts.controller.ts',
      find: 'handler: this.create }',
      replace: 'middlewares: [BearerAuth], handler: this.create }',
    },
    {
      file: 'posts/posts.controller.ts',
      find: 'handler: this.update }',
      replace: 'middlewares: [BearerAuth], handler: this.update }',
    },
    {
      file: 'posts/posts.controller.ts',
      find: 'handler: this.delete }',
      replace: 'middlewares: [BearerAuth], handler: this.delete }',
    },
    {
      file: 'posts/posts.controller.ts',
      find: 'handler: this.mine }',
      replace: 'middlewares: [BearerAuth], handler: this.mine }',
    },
  ],
  fails: {
    'the routes that write are children of one group': 'A route that is added to the group would be open',
    'GET /my-posts is in the group that lists BearerAuth': 'the route lists the middleware itself. The group exists so',
  },
} satisfies Mistake;
