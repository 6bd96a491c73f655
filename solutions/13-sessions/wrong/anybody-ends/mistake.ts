import type { Mistake } from '#check';

export default {
  summary: 'Anyone can end the session of anyone whose row id they know.',
  edits: [
    {
      file: 'auth/sessions.service.ts',
      find: 'delete from sessions where id = ${id} and user_id = ${user_id}',
      replace: 'delete from sessions where id = ${id}',
    },
    {
      file: 'auth/sessions.service.ts',
      find: 'async end(id: string, user_id: string)',
      replace: 'async end(id: string, _user_id: string)',
    },
  ],
  fails: {
    'DELETE /auth/sessions/:id ends that session, if it is mine': 'does not name the user',
  },
} satisfies Mistake;
