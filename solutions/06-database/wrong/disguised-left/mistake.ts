import type { Mistake } from '#check';

export default {
  summary: 'unsubscribe is safe, but the function disguised is still in the file.',
  edits: [
    {
      file: 'newsletter/newsletter.service.ts',
      find: '/** Stores',
      replace:
        'export function disguised(sql: string): TemplateStringsArray {\n  return Object.assign([sql], { raw: [sql] });\n}\n\n/** Stores',
    },
  ],
  fails: {
    'DELETE /newsletter/:email sends the address as a parameter': 'still has the function `disguised`',
  },
} satisfies Mistake;
