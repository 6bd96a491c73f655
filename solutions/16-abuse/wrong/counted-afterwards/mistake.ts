import type { Mistake } from '#check';

export default {
  summary: 'Guesses are counted when they have failed: those that come at once all pass.',
  edits: [
    {
      file: 'auth/login-limit.ts',
      find: 'if ((await this.store.increment(key, { ttl: period })) > attempts) {',
      replace: 'if (((await this.store.get<number>(key)) ?? 0) >= attempts) {',
    },
    {
      file: 'auth/login-limit.ts',
      find: 'if (ctx.response.status !== 401) await this.store.delete(key);',
      replace:
        'if (ctx.response.status === 401) await this.store.increment(key, { ttl: period });\n    else await this.store.delete(key);',
    },
  ],
  fails: { 'of twenty guesses at once, five are answered': 'count before you look' },
} satisfies Mistake;
