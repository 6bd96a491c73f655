import type { Mistake } from '#check';

export default {
  summary: 'The expiry is compared with the time of the machine.',
  edits: [
    {
      file: 'auth/tokens.service.ts',
      find: '        clockTimestamp: Math.floor(this.clock.now() / 1000),\n',
      replace: '',
    },
  ],
  fails: {
    'verify uses the time of the injected Clock': 'the option `clockTimestamp` is missing',
  },
} satisfies Mistake;
