import type { Mistake } from '#check';

export default {
  summary: 'Ending all others ends the current session, too.',
  edits: [
    {
      file: 'auth/sessions.service.ts',
      find: 'where user_id = ${user_id} and id <> ${current}',
      replace: 'where user_id = ${user_id}',
    },
    {
      file: 'auth/sessions.service.ts',
      find: "endOthers(user_id: string, current = '')",
      replace: "endOthers(user_id: string, _current = '')",
    },
  ],
  fails: {
    'DELETE /auth/sessions ends all of my sessions except the current one': 'ends the current session as well',
  },
} satisfies Mistake;
