import type { Mistake } from '#check';

export default {
  summary: 'Only responses below /auth/ are kept out of caches.',
  edits: [{ file: 'edge/security-headers.ts', find: "ctx.get('user_id') !== undefined || ctx", replace: 'ctx' }],
  fails: {
    'personal responses are not stored, public ones may be': 'whether the context has a user_id',
  },
} satisfies Mistake;
