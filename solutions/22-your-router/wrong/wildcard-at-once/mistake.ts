import type { Mistake } from '#check';

export default {
  summary: 'A wildcard wins over a pattern.',
  edits: [
    {
      file: 'framework/tree.ts',
      find: '    if (value === undefined) return search.wildcard;',
      replace: '    if (value === undefined || search.wildcard) return search.wildcard;',
    },
  ],
  fails: {
    'a pattern beats a wildcard, and a long prefix a short one': 'over the whole path',
    "all of Trellis's own tables are resolved": 'over the whole path',
    'random tables with wildcards agree with the slow matcher': 'over the whole path',
  },
} satisfies Mistake;
