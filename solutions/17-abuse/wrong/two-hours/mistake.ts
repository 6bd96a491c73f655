import type { Mistake } from '#check';

export default {
  summary: 'A network stays closed for two hours instead of one.',
  edits: [
    {
      file: 'auth/login-limit.ts',
      find: "limitOf('network', network, 40, 3_600)",
      replace: "limitOf('network', network, 40, 7_200)",
    },
  ],
  fails: {
    'one network cannot try a password for many accounts': 'its period is longer than an hour',
  },
} satisfies Mistake;
