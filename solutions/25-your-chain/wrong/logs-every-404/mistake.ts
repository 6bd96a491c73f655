import type { Mistake } from '#check';

export default {
  summary: 'Every HttpError is logged.',
  edits: [
    {
      file: 'framework/dispatcher.ts',
      find: 'if (known.status >= 500) this',
      replace: 'if (known.status >= 400) this',
    },
  ],
  fails: {
    'an HttpError is the response, other errors are 500 and go into the log': 'logged as an error',
  },
} satisfies Mistake;
