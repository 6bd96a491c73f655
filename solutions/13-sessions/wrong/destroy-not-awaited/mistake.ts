import type { Mistake } from '#check';

export default {
  summary: 'The 204 goes out before the session is gone.',
  edits: [
    { file: 'auth/auth.controller.ts', find: 'await this.sessions.destroy', replace: 'void this.sessions.destroy' },
  ],
  fails: {
    'requests of several users at the same time do not affect each other':
      'POST /auth/logout responded before one of its calls had finished',
  },
} satisfies Mistake;
