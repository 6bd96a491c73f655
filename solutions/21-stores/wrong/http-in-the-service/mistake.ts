import type { Mistake } from '#check';

export default {
  summary: 'The service decides on the status code, and TooManyKeys is never caught.',
  edits: [
    {
      file: 'auth/api-keys.service.ts',
      find: 'throw new TooManyKeys(`a user can have ${mostKeys} keys`)',
      replace: "throw new HttpError(409, 'Too many API keys')",
    },
    {
      file: 'auth/api-keys.service.ts',
      find: 'import { Database, inject }',
      replace: 'import { Database, HttpError, inject }',
    },
    {
      file: 'auth/api-keys.controller.ts',
      find: "      if (error instanceof TooManyKeys) throw new HttpError(409, 'Too many API keys');\n",
      replace: '',
    },
  ],
  fails: { 'the controller turns TooManyKeys into a 409': 'does not catch `TooManyKeys`' },
} satisfies Mistake;
