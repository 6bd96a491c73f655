import type { Mistake } from '#check';

export default {
  summary: 'Counts the keys in a counter that nobody decrements: a user who revokes five keys never gets another.',
  edits: [
    {
      file: 'auth/api-keys.service.ts',
      find: "import { Database, inject } from 'trellis';",
      replace: "import { Database, inject, KeyValue } from 'trellis';",
    },
    {
      file: 'auth/api-keys.service.ts',
      find: '@inject(Database) private readonly db!: Database;',
      replace:
        '@inject(Database) private readonly db!: Database;\n  @inject(KeyValue) private readonly counters!: KeyValue;',
    },
    {
      file: 'auth/api-keys.service.ts',
      find: 'if (made!.count >= mostKeys)',
      replace: 'void made;\n      if ((await this.counters.increment(`keys:${user_id}`)) > mostKeys)',
    },
  ],
  fails: { 'a revoked key makes room for another': 'a counter is kept that nobody decrements' },
} satisfies Mistake;
