import type { Mistake } from '#check';

export default {
  summary: 'OPTIONS is only allowed where it has a route.',
  edits: [{ file: 'framework/router.ts', find: "['HEAD', 'OPTIONS'] : ['OPTIONS']", replace: "['HEAD'] : []" }],
  fails: {
    'allowed returns the methods of a path': 'OPTIONS belongs to every path',
    "all of Trellis's own tables are resolved, and random tables with all methods": 'disagrees',
  },
} satisfies Mistake;
