import type { Mistake } from '#check';

export default {
  summary: 'unsubscribe does not wait for the database.',
  edits: [
    {
      file: 'newsletter/newsletter.service.ts',
      find: '    await this.db.run`delete from',
      replace: '    this.db.run`delete from',
    },
  ],
  fails: {
    'DELETE /newsletter/:email sends the address as a parameter':
      'an `await` is missing before this.db.run in unsubscribe',
  },
} satisfies Mistake;
