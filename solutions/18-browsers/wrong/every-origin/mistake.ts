import type { Mistake } from '#check';

export default {
  summary: 'Copies any origin into the response.',
  edits: [
    {
      file: 'edge/cors.ts',
      find: 'if (!this.trusted.has(origin)) return next();',
      replace: "if (origin === '' || this.trusted.has('')) return next();",
    },
  ],
  fails: {
    'any other origin gets no permission': 'the origin is reflected',
  },
} satisfies Mistake;
