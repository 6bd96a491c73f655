import type { Mistake } from '#check';

export default {
  summary: 'A client that disconnects while it waits has used up a guess.',
  edits: [
    {
      file: 'auth/login-limit.ts',
      find: '      for (const { key } of counted)',
      replace: '      if (error instanceof HttpError) for (const { key } of counted)',
    },
  ],
  fails: {
    'a request that fails with an error is not a guess': 'only taken back after an HttpError',
  },
} satisfies Mistake;
