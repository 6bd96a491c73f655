import type { Mistake } from '#check';

export default {
  summary: 'The chain is built again for each request.',
  edits: [
    {
      file: 'framework/router.ts',
      find: '    const run = chain(route.middlewares, route.handler);',
      replace: '    const run: Handler = (ctx) => chain(route.middlewares, route.handler)(ctx);',
    },
  ],
  fails: {
    'the chain is built when a route is added': 'during each request',
  },
} satisfies Mistake;
