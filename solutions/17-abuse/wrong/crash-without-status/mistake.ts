import type { Mistake } from '#check';

export default {
  summary: 'A crash is in the log without a status.',
  edits: [
    {
      file: 'edge/audit.ts',
      find: 'error instanceof HttpError ? error.status : 500',
      replace: '(error as HttpError).status',
    },
  ],
  fails: {
    'every authentication event is one line in the log': 'it becomes a 500',
  },
} satisfies Mistake;
