import type { Mistake } from '#check';

export default {
  summary: 'Looks for the origin in the text of the variable, where a part of a trusted one stands, too.',
  edits: [
    {
      file: 'edge/cors.ts',
      find: '!this.#origins.has(origin)',
      replace: "!(process.env.CORS_ORIGINS ?? '').includes(origin)",
    },
  ],
  fails: {
    'a page of another origin may not': 'letter for letter',
  },
} satisfies Mistake;
