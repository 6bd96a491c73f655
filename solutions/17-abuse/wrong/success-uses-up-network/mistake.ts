import type { Mistake } from '#check';

export default {
  summary: 'Every login counts against the network, even with the right password.',
  edits: [
    {
      file: 'auth/login-limit.ts',
      find: '      await this.store.decrement(everyone.key);\n',
      replace: '',
    },
  ],
  fails: {
    'right passwords do not use up the attempts of a network or an account': 'take the attempt back',
  },
  // The other stories log in from one address, too.
  mayFail: [
    'after five wrong passwords in a minute, the right one is 429 too',
    'of twenty guesses at once, five are compared',
    'PUT /auth/password is limited like a login',
    'one network cannot try a password for many accounts',
  ],
} satisfies Mistake;
