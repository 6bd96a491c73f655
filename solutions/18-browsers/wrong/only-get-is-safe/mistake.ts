import type { Mistake } from '#check';

export default {
  summary: 'Only GET counts as safe, so a HEAD or an OPTIONS from another site is refused.',
  edits: [{ file: 'edge/cross-origin-protection.ts', find: "['GET', 'HEAD', 'OPTIONS']", replace: "['GET']" }],
  fails: {
    'all other requests pass': 'let all three pass',
  },
} satisfies Mistake;
