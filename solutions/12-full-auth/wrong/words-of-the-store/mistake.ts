import type { Mistake } from '#check';

export default {
  summary: 'The words of the store are given to whoever asks.',
  edits: [
    {
      file: 'auth/auth.controller.ts',
      find: "new HttpError(500, 'Failed to create user', { cause: error })",
      replace: 'new HttpError(500, (error as Error).message, { cause: error })',
    },
  ],
  fails: { 'a store that fails is 500, and only the log knows why': 'Only EmailTaken is the fault of whoever asks' },
} satisfies Mistake;
