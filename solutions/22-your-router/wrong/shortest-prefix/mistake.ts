import type { Mistake } from '#check';

export default {
  summary: 'The wildcard with the shortest prefix wins.',
  edits: [
    {
      file: 'framework/tree.ts',
      find: 'search.wildcard.restStart >= start',
      replace: 'search.wildcard.restStart <= start',
    },
  ],
  fails: {
    'a pattern beats a wildcard, and a long prefix a short one': 'longest prefix',
    'a wildcard matches the rest of a path': 'longest prefix',
    "all of Trellis's own tables are resolved": 'longest prefix',
    'random tables with wildcards agree with the slow matcher': 'longest prefix',
  },
} satisfies Mistake;
