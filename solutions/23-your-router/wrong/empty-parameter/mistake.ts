import type { Mistake } from '#check';

export default {
  summary: 'An empty segment counts as the value of a parameter.',
  edits: [{ file: 'framework/tree.ts', find: " || segment === '') return found;", replace: ') return found;' }],
  fails: {
    'a parameter matches one segment': 'empty or different',
  },
} satisfies Mistake;
