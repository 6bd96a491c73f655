import type { Mistake } from '#check';

export default {
  summary: 'Sets the policy after the handler. If the handler throws, the error page has none.',
  edits: [
    {
      file: 'pages/page-headers.ts',
      find: "    response.setHeader('Content-Security-Policy', policy);\n",
      replace: '',
    },
    {
      file: 'pages/page-headers.ts',
      find: 'handle(ctx: Context, next: Next) {',
      replace: 'async handle(ctx: Context, next: Next) {',
    },
    {
      file: 'pages/page-headers.ts',
      find: 'return next();',
      replace:
        "const result = await next();\n    response.setHeader('Content-Security-Policy', policy);\n    return result;",
    },
  ],
  fails: {
    'the policy allows our style, and no script at all': 'the header is set after next()',
  },
} satisfies Mistake;
