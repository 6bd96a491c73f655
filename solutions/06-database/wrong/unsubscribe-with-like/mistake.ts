import type { Mistake } from '#check';

export default {
  summary: 'unsubscribe compares with like, which treats _ and % as wildcards.',
  edits: [
    {
      file: 'newsletter/newsletter.service.ts',
      find: 'delete from subscribers where email = ${email}',
      replace: 'delete from subscribers where email like ${email}',
    },
  ],
  fails: {
    'DELETE /newsletter/:email deletes one subscriber': '`like` treats _ and % as wildcards. Compare the address with',
  },
} satisfies Mistake;
