import type { Mistake } from '#check';

export default {
  summary: 'The value of a cookie is not encoded.',
  edits: [{ file: 'framework/cookies.ts', find: '${encodeURIComponent(value)}', replace: '${value}' }],
  fails: {
    'a cookie is HttpOnly and SameSite=Lax unless the caller asks for less': 'adds an attribute',
  },
} satisfies Mistake;
