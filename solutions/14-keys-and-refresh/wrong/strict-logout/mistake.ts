import type { Mistake } from '#check';

export default {
  summary: 'A body that cannot be read prevents the logout.',
  edits: [{ file: 'auth/auth.controller.ts', find: '.catch(() => undefined)', replace: '' }],
  fails: {
    'a logout is 204 whatever the body is': 'bind throws',
  },
} satisfies Mistake;
