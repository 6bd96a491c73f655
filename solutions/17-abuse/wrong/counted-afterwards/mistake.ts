import type { Mistake } from '#check';

export default {
  summary: 'Failures are counted after the comparison, so guesses that arrive at once all pass.',
  edits: [
    {
      file: 'auth/login-limit.ts',
      find: `        const count = await this.store.increment(limit.key, { ttl: limit.period });
        counted.push(limit);
        if (count > limit.most) {`,
      replace: '        if (((await this.store.get<number>(limit.key)) ?? 0) >= limit.most) {',
    },
    {
      file: 'auth/login-limit.ts',
      find: '    if (ctx.response.status !== 401) {\n',
      replace:
        '    if (ctx.response.status === 401) {\n      for (const { key, period } of limits) await this.store.increment(key, { ttl: period });\n    } else {\n',
    },
    {
      file: 'auth/login-limit.ts',
      find: '      await this.store.decrement(everyone.key);\n',
      replace: '',
    },
  ],
  fails: {
    'of twenty guesses at once, five are compared': 'Increment first',
  },
} satisfies Mistake;
