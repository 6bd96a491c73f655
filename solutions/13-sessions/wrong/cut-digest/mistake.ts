import type { Mistake } from '#check';

export default {
  summary: 'Only eight hexadecimal digits of the digest are stored and compared.',
  edits: [
    {
      file: 'auth/sessions.service.ts',
      find: 'values (${digest(id)}, ',
      replace: 'values (${digest(id).slice(0, 8)}, ',
    },
    {
      file: 'auth/sessions.service.ts',
      find: 'where id = ${digest(id)}\n',
      replace: 'where id = ${digest(id).slice(0, 8)}\n',
    },
    {
      file: 'auth/sessions.service.ts',
      find: 'delete from sessions where id = ${digest(id)}',
      replace: 'delete from sessions where id = ${digest(id).slice(0, 8)}',
    },
  ],
  fails: {
    'the table contains the digest of the session id, not the session id': 'only a part of the digest is stored',
  },
} satisfies Mistake;
