import type { Mistake } from '#check';

export default {
  summary: 'The chain is built again for each request.',
  edits: [
    {
      file: 'framework/router.ts',
      find: '    const run = chain(route.middlewares, route.handler);',
      replace: '    const run: Handler = route.handler;',
    },
    {
      file: 'framework/router.ts',
      find: '  return { route, params, kind, run };',
      replace: '  return { route, params, kind, run: run && chain(route.middlewares, route.handler) };',
    },
    {
      file: 'framework/router.ts',
      find: '    const exact = this.#exact.get(withoutTrailingSlash(path))?.get(method);',
      replace:
        '    const stored = this.#exact.get(withoutTrailingSlash(path))?.get(method);\n    const exact = stored && { ...stored, run: chain(stored.route.middlewares, stored.route.handler) };',
    },
  ],
  fails: {
    'the chain is built when a route is added': 'for each request',
  },
} satisfies Mistake;
