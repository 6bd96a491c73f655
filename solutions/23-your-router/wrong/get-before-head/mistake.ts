import type { Mistake } from '#check';

export default {
  summary: 'HEAD always uses the GET route.',
  edits: [
    {
      file: 'framework/router.ts',
      find: "return this.#find(method, path) ?? (method === 'HEAD' ? this.#find('GET', path) : undefined);",
      replace: "return this.#find(method === 'HEAD' ? 'GET' : method, path);",
    },
  ],
  fails: {
    'a path is found by its method and its exact spelling': 'another method',
    "all of Trellis's own tables are resolved": 'another method',
    'HEAD is served by GET, unless there is a route for HEAD': 'another method',
    "all of Trellis's own tables are resolved, and random tables with all methods": 'another method',
  },
} satisfies Mistake;
