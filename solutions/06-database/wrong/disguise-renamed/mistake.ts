import type { Mistake } from '#check';

export default {
  summary: 'The function disguised has a new name, and nothing calls it.',
  edits: [
    {
      file: 'newsletter/newsletter.service.ts',
      find: 'export class NewsletterService',
      replace:
        'function rawSql(sql: string) {\n  return Object.assign([sql], { raw: [sql] });\n}\n\nexport class NewsletterService',
    },
  ],
  fails: {
    'DELETE /newsletter/:email sends the address as a parameter': 'under another name',
  },
} satisfies Mistake;
