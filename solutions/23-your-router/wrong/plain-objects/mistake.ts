import type { Mistake } from '#check';

export default {
  summary: 'The methods of a path are the keys of a plain object, which inherits names such as constructor.',
  edits: [
    {
      file: 'framework/router.ts',
      find: 'new Map<string, Map<string, Match>>()',
      replace: 'new Map<string, Record<string, Match>>()',
    },
    {
      file: 'framework/router.ts',
      find: 'this.#exact.get(withoutTrailingSlash(path))?.get(method)',
      replace: 'this.#exact.get(withoutTrailingSlash(path))?.[method]',
    },
    {
      file: 'framework/router.ts',
      find: `?? new Map<string, Match>();
    const existing = byMethod.get(route.method)?.route;
    if (existing === undefined) byMethod.set(route.method, { route, params: noParams, kind: 'exact' });`,
      replace: `?? {};
    const existing = byMethod[route.method]?.route;
    if (existing === undefined) byMethod[route.method] = { route, params: noParams, kind: 'exact' };`,
    },
  ],
  fails: {
    'names that every object has are ordinary paths': 'a plain object inherits names',
    "all of Trellis's own tables are resolved": 'a plain object inherits names',
    "all of Trellis's own tables are resolved, and random tables with all methods": 'a plain object inherits names',
  },
} satisfies Mistake;
