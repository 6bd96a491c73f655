import type { Mistake } from '#check';

export default {
  summary: 'A botnet can try 100 passwords a minute for one account, and not 100 an hour.',
  edits: [
    {
      file: 'auth/login-limit.ts',
      find: "limitOf('account', email, 100, 3_600)",
      replace: "limitOf('account', email, 100, 60)",
    },
  ],
  fails: {
    'many networks cannot try many passwords for one account': 'its period is not an hour',
  },
} satisfies Mistake;
