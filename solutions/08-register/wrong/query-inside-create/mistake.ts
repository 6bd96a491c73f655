import type { Mistake } from '#check';

export default {
  summary: 'The query of step 2 has moved into create, in front of the insert that would notice the email anyway.',
  edits: [
    {
      file: 'users/users.service.ts',
      find: `    try {
      await this.db.run\``,
      replace: `    const row = await this.db.get\`select id from users where email_key = \${email.toLowerCase()}\`;
    if (row !== undefined) throw new Error('email already registered');
    try {
      await this.db.run\``,
    },
  ],
  fails: {
    'if another request inserts the email first, the response is 400': 'the query of step 2 is still there',
  },
} satisfies Mistake;
