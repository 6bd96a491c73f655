import type { Mistake } from '#check';

export default {
  summary: 'The address is still concatenated into the statement.',
  edits: [
    {
      file: 'newsletter/newsletter.service.ts',
      find: `await this.db.run\`delete from subscribers where email = \${email}\`;`,
      replace: `const sql = \`delete from subscribers where email = '\${email}'\`;
    await this.db.run(Object.assign([sql], { raw: [sql] }));`,
    },
  ],
  fails: {
    'the attack "injection" is blocked': 'The attack "injection" succeeded',
    'DELETE /newsletter/:email sends the address as a parameter': 'the value is part of the SQL string',
  },
} satisfies Mistake;
