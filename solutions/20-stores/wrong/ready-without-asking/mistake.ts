import type { Mistake } from '#check';

export default {
  summary: 'Readiness starts to ask, and does not wait for the answers.',
  edits: [
    {
      file: 'health/readiness.ts',
      find: "await Promise.all([this.db.get`select 1 as one`, this.store.get('health')]);",
      replace: "Promise.all([this.db.get`select 1 as one`, this.store.get('health')]).catch(() => {});",
    },
  ],
  fails: {
    '/health/ready is 503 while PostgreSQL or Redis is away, and 200 when they are back': 'await both',
  },
} satisfies Mistake;
