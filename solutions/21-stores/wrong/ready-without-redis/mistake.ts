import type { Mistake } from '#check';

export default {
  summary: 'Readiness queries PostgreSQL only.',
  edits: [
    {
      file: 'health/readiness.ts',
      find: "await Promise.all([this.db.get`select 1 as one`, this.store.get('health')]);",
      replace: 'void this.store;\n    await this.db.get`select 1 as one`;',
    },
  ],
  fails: {
    'whatever the two stores do, check reports it': 'awaits only one',
    'both stores are queried at the same time': 'one of the two is never queried',
    'GET /health/ready is 503 while a store is down, and 200 again afterwards': 'does not query Redis',
  },
} satisfies Mistake;
