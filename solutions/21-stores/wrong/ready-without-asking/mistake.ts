import type { Mistake } from '#check';

export default {
  summary: 'Readiness sends the queries, but does not wait for the results.',
  edits: [
    {
      file: 'health/readiness.ts',
      find: "await Promise.all([this.db.get`select 1 as one`, this.store.get('health')]);",
      replace: "Promise.all([this.db.get`select 1 as one`, this.store.get('health')]).catch(() => {});",
    },
  ],
  fails: {
    'whatever the two stores do, check reports it': 'has ended',
    'both stores are queried at the same time': 'does not await the queries',
    'GET /health/ready is 503 while a store is down, and 200 again afterwards': 'does not await',
  },
} satisfies Mistake;
