import type { Mistake } from '#check';

export default {
  summary: 'Every login counts against the network, even with the right password.',
  edits: [
    {
      file: 'auth/login-limit.ts',
      find: '      await this.store.increment(everyone.key, { by: -1, ttl: everyone.period });\n',
      replace: '',
    },
  ],
  fails: {
    'right passwords do not use up the attempts of a network': 'give the attempt back',
  },
} satisfies Mistake;
