import type { Mistake } from '#check';

export default {
  summary: 'If one credential is refused, the next one is tried.',
  edits: [
    {
      file: 'auth/accept.ts',
      find: '    return way.handle(ctx, next);',
      replace:
        '    const response = way.handle(ctx, next);\n    if (ctx.response.status === 401 && way !== ways.at(-1)) return ways.at(-1)!.handle(ctx.status(200), next);\n    return response;',
    },
  ],
  fails: {
    'without any credential, the error is that of the first way': 'tries another way after the first',
    'a credential that is present and invalid is refused': 'nothing falls through',
  },
} satisfies Mistake;
