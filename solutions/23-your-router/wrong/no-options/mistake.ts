import type { Mistake } from '#check';

export default {
  summary: 'OPTIONS is only allowed where it has a route.',
  edits: [{ file: 'framework/router.ts', find: "['HEAD', 'OPTIONS'] : ['OPTIONS']", replace: "['HEAD'] : []" }],
  fails: {
    'allowed returns the methods of a path': 'OPTIONS or HEAD is missing',
    "all of Trellis's own tables are resolved, and random tables with all methods": 'OPTIONS or HEAD is missing',
  },
} satisfies Mistake;
