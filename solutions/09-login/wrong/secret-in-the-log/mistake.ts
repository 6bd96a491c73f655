import type { Mistake } from '#check';

export default {
  summary: 'The secret is logged at startup.',
  edits: [
    {
      file: 'auth/tokens.service.ts',
      find: 'onStart(): void {',
      replace: "onStart(): void {\n    this.log.info('starting', { key: this.#secret });",
    },
  ],
  fails: {
    'a secret of fewer than 32 bytes stops the program at startup': 'The log contains the value',
    'with a good secret, the log mentions neither JWT_SECRET nor its value': 'The log contains the value',
  },
} satisfies Mistake;
