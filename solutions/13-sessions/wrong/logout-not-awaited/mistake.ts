import type { Mistake } from '#check';

export default {
  summary: 'The 204 of the logout leaves before the session is gone.',
  edits: [
    { file: 'auth/auth.controller.ts', find: 'await this.sessions.destroy', replace: 'void this.sessions.destroy' },
  ],
  fails: { 'POST /auth/logout ends the session too': 'the 204 left before the session was gone' },
} satisfies Mistake;
