import type { Mistake } from '#check';

export default {
  summary: 'The client sees the message of every error.',
  edits: [
    {
      file: 'framework/dispatcher.ts',
      find: ': new HttpError(500);',
      replace: ': new HttpError(500, error instanceof Error ? error.message : undefined);',
    },
  ],
  fails: {
    'an HttpError is the response, other errors are 500 and go into the log': 'which may contain anything',
  },
} satisfies Mistake;
