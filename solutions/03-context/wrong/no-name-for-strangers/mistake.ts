import type { Mistake } from '#check';

export default {
  summary: 'The middleware has no default for a missing cookie.',
  edits: [{ file: 'known-reader.ts', find: " || 'stranger'", replace: '' }],
  fails: {
    'POST /guestbook without a cookie is from a stranger': 'KnownReader has no default for a missing cookie',
  },
} satisfies Mistake;
