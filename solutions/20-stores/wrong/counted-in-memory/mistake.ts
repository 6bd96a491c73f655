import type { Mistake } from '#check';

export default {
  summary: 'Failed logins are counted in a field, of which each process has its own.',
  edits: [
    {
      file: 'auth/login-limit.ts',
      find: '@inject(KeyValue) private readonly store!: KeyValue;',
      replace: 'readonly #counts = new Map<string, number>();\n  @inject(KeyValue) private readonly store!: KeyValue;',
    },
    {
      file: 'auth/login-limit.ts',
      find: 'if ((await this.store.increment(key, { ttl: period })) > attempts) {',
      replace: 'this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);\n    if (this.#counts.get(key)! > attempts) {',
    },
    {
      file: 'auth/login-limit.ts',
      find: 'if (ctx.response.status !== 401) await this.store.delete(key);',
      replace: 'if (ctx.response.status !== 401) this.#counts.delete(key);',
    },
  ],
  fails: { 'sessions, refresh tokens and failed logins are shared by two programs': 'in its own memory' },
} satisfies Mistake;
