import type { Mistake } from '#check';

export default {
  summary: 'A variable that is set to nothing is the number 0.',
  edits: [{ file: 'auth/passwords.ts', find: 'BCRYPT_COST || 14', replace: 'BCRYPT_COST ?? 14' }],
  fails: { 'a hash costs 14, unless something else is said': '`||`, and not `??`' },
} satisfies Mistake;
