import type { Mistake } from '#check';

export default {
  summary: 'A malformed target is taken for the path /.',
  edits: [
    {
      file: 'framework/dispatcher.ts',
      find: '    if (target === undefined) return void this.#fail(ctx, outgoing, new HttpError(400));\n',
      replace: '',
    },
  ],
  fails: {
    'a malformed target is 400, and reaches no middleware': 'global middlewares run for it',
  },
} satisfies Mistake;
