import type { Mistake } from '#check';

export default {
  summary: 'A logout without a proper body is refused.',
  edits: [{ file: 'auth/auth.controller.ts', find: '.catch(() => undefined)', replace: '' }],
  fails: {
    'POST /auth/logout answers 204 whatever the body is': 'nobody is kept from logging out by a bad body',
    'POST /auth/logout ends the refresh token that the body names': 'nobody is kept from logging out by a bad body',
  },
} satisfies Mistake;
