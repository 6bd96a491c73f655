import type { Mistake } from '#check';

export default {
  summary: 'The rest of a wildcard loses its slash.',
  edits: [
    {
      file: 'framework/router.ts',
      find: 'path.slice(found.restStart)]',
      replace: 'withoutTrailingSlash(path.slice(found.restStart))]',
    },
  ],
  fails: {
    'a wildcard matches the rest of a path': 'lost its slash',
    "all of Trellis's own tables are resolved": 'lost its slash',
    'random tables with wildcards agree with the slow matcher': 'lost its slash',
  },
} satisfies Mistake;
