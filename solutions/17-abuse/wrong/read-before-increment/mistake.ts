import type { Mistake } from '#check';

export default {
  summary:
    'The counter is read, compared and then incremented, so guesses that arrive at once all find the same number.',
  edits: [
    {
      file: 'auth/login-limit.ts',
      find: `        const count = await this.store.increment(limit.key, { ttl: limit.period });
        counted.push(limit);
        if (count > limit.most) {
          ctx.response.setHeader('Retry-After', (await this.store.ttl(limit.key)) ?? limit.period);
          throw new HttpError(429, 'Too many requests');
        }
`,
      replace: `        const count = (await this.store.get<number>(limit.key)) ?? 0;
        if (count >= limit.most) {
          ctx.response.setHeader('Retry-After', (await this.store.ttl(limit.key)) ?? limit.period);
          throw new HttpError(429, 'Too many requests');
        }
        await this.store.increment(limit.key, { ttl: limit.period });
        counted.push(limit);
`,
    },
  ],
  fails: {
    'of twenty guesses at once, five are compared': 'Increment first',
  },
} satisfies Mistake;
