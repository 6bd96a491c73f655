import type { Mistake } from '#check';

export default {
  summary: 'Each process counts failed logins on its own.',
  edits: [
    {
      file: 'auth/login-limit.ts',
      find: 'const count = await this.store.increment(limit.key, { ttl: limit.period });',
      replace: 'const count = await this.store.increment(`${limit.key}:${process.pid}`, { ttl: limit.period });',
    },
  ],
  fails: { 'sessions, refresh tokens and failed logins are shared by two programs': 'in its own memory' },
} satisfies Mistake;
