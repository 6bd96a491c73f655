import type { Mistake } from '#check';

export default {
  summary: 'A remembered wildcard shares its values with the search.',
  edits: [{ file: 'framework/tree.ts', find: 'captured: [...captured], restStart', replace: 'captured, restStart' }],
  fails: {
    'a wildcard matches the rest of a path': 'needs a copy',
    'a pattern beats a wildcard, and a long prefix a short one': 'needs a copy',
    "all of Trellis's own tables are resolved": 'needs a copy',
    'random tables with wildcards agree with the slow matcher': 'needs a copy',
  },
} satisfies Mistake;
