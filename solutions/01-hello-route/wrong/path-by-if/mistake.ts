import type { Mistake } from '#check';

export default {
  summary: 'One route matches every path, and its handler looks for /hello with an if.',
  edits: [
    {
      file: 'hello.controller.ts',
      find: 'import type { Controller, Route }',
      replace: 'import type { Context, Controller, Route }',
    },
    { file: 'hello.controller.ts', find: "path: '/hello'", replace: "path: '/*'" },
    {
      file: 'hello.controller.ts',
      find: 'hello() {\n',
      replace:
        "hello(ctx: Context) {\n    if (ctx.param('*') !== 'hello') return ctx.status(404).json({ error: 'Not Found' });\n",
    },
  ],
  fails: {
    'GET /hello returns the greeting': 'a route that matches other paths as well',
  },
} satisfies Mistake;
