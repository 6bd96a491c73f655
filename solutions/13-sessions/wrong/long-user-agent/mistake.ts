import type { Mistake } from '#check';

export default {
  summary: 'A client can fill the table with headers of many kilobytes.',
  edits: [{ file: 'auth/sessions.service.ts', find: 'user_agent.slice(0, 200)', replace: 'user_agent' }],
  fails: {
    'the table contains the digest of the session id, not the session id': 'more than 200 characters',
  },
} satisfies Mistake;
