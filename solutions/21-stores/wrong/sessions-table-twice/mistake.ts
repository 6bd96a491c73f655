import type { Mistake } from '#check';

export default {
  summary: 'SessionsService still creates its table itself.',
  edits: [
    {
      file: 'auth/sessions.service.ts',
      find: 'It must be an integer of at least 2.`);\n    }\n',
      replace:
        'It must be an integer of at least 2.`);\n    }\n    await this.db.run`create table if not exists sessions (id text primary key)`;\n',
    },
  ],
  fails: {
    'SessionsService no longer creates its table': 'is still in src/auth/sessions.service.ts',
  },
} satisfies Mistake;
