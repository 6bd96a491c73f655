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
    'a pattern beats a wildcard, and a long prefix a short one': 'matches the whole path',
    "all of Trellis's own tables are resolved": 'matches the whole path',
    'random tables with wildcards agree with the slow matcher': 'matches the whole path',
  },
} satisfies Mistake;
