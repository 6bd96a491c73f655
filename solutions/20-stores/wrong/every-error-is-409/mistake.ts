import type { Mistake } from '#check';

export default {
  summary: 'Tells the client that there are too many keys, whatever went wrong.',
  edits: [
    {
      file: 'auth/api-keys.controller.ts',
      find: "      if (error instanceof TooManyKeys) throw new HttpError(409, 'Too many API keys');\n      throw error;\n",
      replace: "      throw new HttpError(409, 'Too many API keys', { cause: error });\n",
    },
  ],
  fails: {
    'only TooManyKeys becomes a 409': 'turns every error into a 409',
  },
} satisfies Mistake;
