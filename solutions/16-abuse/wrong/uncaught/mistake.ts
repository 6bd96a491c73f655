import type { Mistake } from '#check';

export default {
  summary: 'The audit sees what is returned, and not what is thrown.',
  edits: [
    {
      file: 'edge/audit.ts',
      find: '      this.#record(ctx, error instanceof HttpError ? error.status : 500);\n',
      replace: '',
    },
  ],
  fails: { 'each authentication leaves one line': 'an error that was thrown: catch it' },
} satisfies Mistake;
