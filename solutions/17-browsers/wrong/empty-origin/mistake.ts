import type { Mistake } from '#check';

export default {
  summary: 'A list that is not set holds one empty origin, and a request without an origin has the same.',
  edits: [{ file: 'edge/cors.ts', find: "if (origin === '' || !this", replace: 'if (!this' }],
  fails: { 'a page of another origin may not': 'CORS_ORIGINS is not set: nobody' },
} satisfies Mistake;
