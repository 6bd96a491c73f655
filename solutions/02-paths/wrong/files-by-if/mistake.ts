import type { Mistake } from '#check';

export default {
  summary: 'A wildcard at the root, and a handler that looks for "files/" itself.',
  edits: [
    {
      file: 'library.controller.ts',
      find: "path: '/files/*'",
      replace: "path: '/*'",
    },
    {
      file: 'library.controller.ts',
      find: "return { file: ctx.param('*') };",
      replace:
        "if (!ctx.param('*').startsWith('files/')) return ctx.status(404).json({ error: 'Not Found' });\n    return { file: ctx.param('*').slice('files/'.length) };",
    },
  ],
  fails: {
    'GET /files/* returns the rest of the path': 'its handler looks for "files" itself',
  },
} satisfies Mistake;
