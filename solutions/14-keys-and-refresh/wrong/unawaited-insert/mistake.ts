import type { Mistake } from '#check';

export default {
  summary: 'create does not await the insert.',
  edits: [
    {
      file: 'auth/api-keys.service.ts',
      find: 'await this.db.run`\n      insert',
      replace: 'void this.db.run`\n      insert',
    },
  ],
  fails: {
    'no API key appears in the log, and the response waits for the database':
      'an `await` is missing in front of `this.db.run`',
  },
} satisfies Mistake;
