import type { Mistake } from '#check';

export default {
  summary: 'The decoy is hashed again at every login, so an unknown email takes twice as long.',
  edits: [
    {
      file: 'auth/passwords.ts',
      find: 'decoy(): string {',
      replace: 'decoy(signal?: AbortSignal): Promise<string> {',
    },
    {
      file: 'auth/passwords.ts',
      find: "return `$2b$${this.cost}$${'.'.repeat(53)}`;",
      replace: "return this.hash('the password of nobody', signal);",
    },
    {
      file: 'auth/credentials.ts',
      find: '?? this.passwords.decoy()',
      replace: '?? (await this.passwords.decoy(signal))',
    },
  ],
  fails: {
    'an unknown email takes as long as a wrong password': 'A login with an unknown email called BcryptPool.hash',
  },
} satisfies Mistake;
