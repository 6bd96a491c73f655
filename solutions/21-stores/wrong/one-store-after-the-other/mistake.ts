import type { Mistake } from '#check';

export default {
  summary: 'Queries the second store only after the first has responded. The timeouts add up.',
  edits: [
    {
      file: 'health/readiness.ts',
      find: "await Promise.all([this.db.get`select 1 as one`, this.store.get('health')]);",
      replace: "await this.db.get`select 1 as one`;\n    await this.store.get('health');",
    },
  ],
  fails: {
    'both stores are queried at the same time': 'one after the other',
  },
} satisfies Mistake;
