import type { Mistake } from '#check';

export default {
  summary: 'The 204 goes out before the session is gone.',
  edits: [
    { file: 'auth/auth.controller.ts', find: 'await this.sessions.destroy', replace: 'void this.sessions.destroy' },
  ],
  fails: {
    'the responses wait until the session is deleted': 'POST /auth/logout responded before the delete had finished',
  },
} satisfies Mistake;
