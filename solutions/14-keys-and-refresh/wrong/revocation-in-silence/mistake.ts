import type { Mistake } from '#check';

export default {
  summary: 'If the store fails while a family is revoked, nobody finds out, and the family lives on.',
  edits: [
    {
      file: 'auth/refresh-tokens.service.ts',
      find: '    await this.revoke(family);\n',
      replace: '    await this.revoke(family).catch(() => {});\n',
    },
  ],
  fails: {
    'if a store fails, the response is a 5xx, the log has the cause, and nothing is half written':
      'Expected a 5xx when this call fails: KeyValue.delete',
  },
} satisfies Mistake;
