import type { Mistake } from '#check';

export default {
  summary: 'Errors are stored, because the header is set only if nothing was thrown.',
  edits: [
    {
      file: 'edge/security-headers.ts',
      find: "    try {\n      return await next();\n    } finally {\n      if (isPersonal(ctx)) response.setHeader('Cache-Control', 'no-store');\n    }",
      replace:
        "    const result = await next();\n    if (isPersonal(ctx)) response.setHeader('Cache-Control', 'no-store');\n    return result;",
    },
  ],
  fails: {
    'personal responses are not stored, public ones may be': 'Use finally',
  },
} satisfies Mistake;
