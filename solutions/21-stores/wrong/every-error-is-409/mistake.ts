import type { Mistake } from '#check';

export default {
  summary: 'Locks the rows of all users, and tells the client that there are too many keys, whatever went wrong.',
  edits: [
    {
      file: 'auth/api-keys.controller.ts',
      find: "      if (error instanceof TooManyKeys) throw new HttpError(409, 'Too many API keys');\n      throw error;\n",
      replace: "      throw new HttpError(409, 'Too many API keys', { cause: error });\n",
    },
    {
      file: 'auth/api-keys.service.ts',
      find: '`update users set name = name where id = ${user_id}`',
      replace: '`update users set name = name`',
    },
  ],
  fails: {
    'only TooManyKeys becomes a 409': 'turns every error into a 409',
    "a user's requests don't wait for another user's": 'has no `where id = …`',
  },
} satisfies Mistake;
