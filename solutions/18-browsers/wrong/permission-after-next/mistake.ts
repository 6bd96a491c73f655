import type { Mistake } from '#check';

export default {
  summary: 'The header is set after next(), so errors lack it.',
  edits: [
    {
      file: 'edge/cors.ts',
      find: '  handle(ctx: Context, next: Next) {',
      replace: '  async handle(ctx: Context, next: Next) {',
    },
    { file: 'edge/cors.ts', find: "    ctx.response.setHeader('Access-Control-Allow-Origin', origin);\n", replace: '' },
    {
      file: 'edge/cors.ts',
      find: "      ctx.response.setHeader('Access-Control-Expose-Headers', 'Link, Retry-After, Deprecation, Sunset');\n      return next();",
      replace:
        "      ctx.response.setHeader('Access-Control-Expose-Headers', 'Link, Retry-After, Deprecation, Sunset');\n      const result = await next();\n      ctx.response.setHeader('Access-Control-Allow-Origin', origin);\n      return result;",
    },
    {
      file: 'edge/cors.ts',
      find: "    ctx.response.setHeader('Access-Control-Max-Age', 600);\n",
      replace:
        "    ctx.response.setHeader('Access-Control-Max-Age', 600);\n    ctx.response.setHeader('Access-Control-Allow-Origin', origin);\n",
    },
  ],
  fails: {
    'a trusted origin may read every response, even errors': 'it is missing if next() throws',
  },
} satisfies Mistake;
