import type { Mistake } from '#check';

export default {
  summary: 'The chain around the 404 is built again for every unknown path.',
  edits: [
    {
      file: 'framework/dispatcher.ts',
      find: 'run: chain(options.router.middlewares, (ctx) => this.#noRoute(ctx))',
      replace: 'run: (own) => chain(options.router.middlewares, (ctx) => this.#noRoute(ctx))(own)',
    },
  ],
  fails: {
    'a scan for unknown paths logs nothing': 'once, in the constructor',
  },
} satisfies Mistake;
