import type { Mistake } from '#check';

export default {
  summary: 'Whoever asks is allowed: the origin is echoed without a look at the list.',
  edits: [
    {
      file: 'edge/cors.ts',
      find: "if (origin === '' || !this.#origins.has(origin)) return next();",
      replace: "if (origin === '') return next();",
    },
  ],
  fails: { 'a page of another origin may not': 'No *, and no echo' },
} satisfies Mistake;
