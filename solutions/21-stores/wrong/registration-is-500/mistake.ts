import type { Mistake } from '#check';

export default {
  summary: 'A registration while the database is down gets 500.',
  edits: [
    { file: 'auth/auth.controller.ts', find: '      if (error instanceof Unavailable) throw error;\n', replace: '' },
    { file: 'auth/auth.controller.ts', find: 'type Route, Unavailable }', replace: 'type Route }' },
  ],
  fails: {
    'an error of an unavailable database passes through a registration':
      '`#create` in src/auth/auth.controller.ts turns',
  },
  // Unless the outage is noticed before the handler.
  mayFail: ['while PostgreSQL is down, changes get 503'],
} satisfies Mistake;
