import type { Mistake } from '#check';

export default {
  summary: 'The wildcard with the shortest prefix wins.',
  edits: [
    {
      file: 'framework/tree.ts',
      find: 'start > (search.wildcard?.restStart ?? 0)',
      replace: 'start < (search.wildcard?.restStart ?? Infinity)',
    },
  ],
  fails: {
    'a pattern beats a wildcard, and a long prefix a short one': 'longest prefix',
    'a wildcard matches the rest of a path': 'longest prefix',
    "all of Trellis's own tables are resolved": 'longest prefix',
    'random tables with wildcards agree with the slow matcher': 'longest prefix',
  },
} satisfies Mistake;
