import type { Mistake } from '#check';

export default {
  summary: 'Responds with 403, and the handler runs anyway.',
  edits: [
    {
      file: 'edge/cross-origin-protection.ts',
      find: '  handle(ctx: Context, next: Next) {',
      replace: '  async handle(ctx: Context, next: Next) {',
    },
    {
      file: 'edge/cross-origin-protection.ts',
      find: "    if (!isAllowed) return ctx.status(403).json({ error: 'Cross-origin request rejected' });",
      replace:
        "    if (!isAllowed) {\n      await next();\n      return ctx.status(403).json({ error: 'Cross-origin request rejected' });\n    }",
    },
  ],
  fails: {
    'a refused request does nothing, and is in the audit log': 'so the handler ran',
    'a request that changes something is refused if another site has sent it': 'got 500',
  },
} satisfies Mistake;
