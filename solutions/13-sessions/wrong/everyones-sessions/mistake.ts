import type { Mistake } from '#check';

export default {
  summary: 'The list and the end of all others forget whose sessions they are about.',
  edits: [
    {
      file: 'auth/sessions.service.ts',
      find: '      where user_id = ${user_id}\n        and created_at',
      replace: '      where created_at',
    },
    {
      file: 'auth/sessions.service.ts',
      find: 'where user_id = ${user_id} and id <> ${current}',
      replace: 'where id <> ${current}',
    },
    { file: 'auth/sessions.service.ts', find: 'list(user_id: string)', replace: 'list(_user_id: string)' },
    { file: 'auth/sessions.service.ts', find: 'endOthers(user_id: string', replace: 'endOthers(_user_id: string' },
  ],
  fails: {
    'GET /auth/sessions lists my sessions, and marks the current one': 'does not name the user',
    'DELETE /auth/sessions ends all of my sessions except the current one': 'ends the sessions of other users',
  },
} satisfies Mistake;
