import type { Mistake } from '#check';

export default {
  summary: 'Trusts whatever ends like a trusted host, and that can be registered.',
  edits: [
    {
      file: 'edge/cors.ts',
      find: '!this.#origins.has(origin)',
      replace:
        "![...this.#origins].some((one) => origin.startsWith('https://') && origin.endsWith(one.replace('https://', '')))",
    },
  ],
  fails: {
    'a page of another origin may not': 'letter for letter',
  },
} satisfies Mistake;
