import type { Mistake } from '#check';

export default {
  summary: 'The 404 does not run inside the global middlewares.',
  edits: [
    { file: 'framework/dispatcher.ts', find: 'chain(options.router.middlewares, (ctx)', replace: 'chain([], (ctx)' },
  ],
  fails: {
    'an unknown path is 404, with the headers of the global middlewares': 'inside the global middlewares',
    'a wrong method is 404 with Allow, and OPTIONS is 204': 'before the global middlewares',
    'a scan for unknown paths logs nothing': 'inside the global middlewares',
  },
} satisfies Mistake;
