import type { Mistake } from '#check';

export default {
  summary: 'The table contains the session id itself, so a copy of the table opens every session.',
  edits: [
    { file: 'auth/sessions.service.ts', find: 'values (${digest(id)}, ', replace: 'values (${id}, ' },
    { file: 'auth/sessions.service.ts', find: 'where id = ${digest(id)}\n', replace: 'where id = ${id}\n' },
    {
      file: 'auth/sessions.service.ts',
      find: 'delete from sessions where id = ${digest(id)}',
      replace: 'delete from sessions where id = ${id}',
    },
  ],
  fails: {
    'the table contains the digest of the session id, not the session id': 'stores the id as it is',
  },
} satisfies Mistake;
