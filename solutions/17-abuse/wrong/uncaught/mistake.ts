import type { Mistake } from '#check';

export default {
  summary: 'Errors that are thrown are not in the log.',
  edits: [
    {
      file: 'edge/audit.ts',
      find: '      this.#record(ctx, error instanceof HttpError ? error.status : 500);\n',
      replace: '',
    },
  ],
  fails: {
    'every authentication event is one line in the log': 'handle does not catch it',
  },
} satisfies Mistake;
