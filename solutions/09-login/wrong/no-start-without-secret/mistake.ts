import type { Mistake } from '#check';

export default {
  summary: 'In production, the program does not start without a secret.',
  edits: [
    {
      file: 'auth/tokens.service.ts',
      find: "    if (this.#secret === '') {\n",
      replace:
        "    if (this.#secret === '' && process.env.NODE_ENV === 'production') throw new Error('JWT_SECRET is empty.');\n    if (this.#secret === '') {\n",
    },
  ],
  fails: {
    'without a secret, the right password is 500 and a wrong one is 401': 'onStart throws if the secret is empty',
    'without a secret, the log warns once, at startup': 'onStart throws if the secret is empty',
  },
} satisfies Mistake;
