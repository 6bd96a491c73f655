import type { Mistake } from '#check';

export default {
  summary: 'Sends the file with a handler of its own. Browsers load it again for every page.',
  edits: [
    {
      file: 'pages/public.controller.ts',
      find: "import { type Controller, type Route, staticFiles } from 'trellis';",
      replace: "import { readFileSync } from 'node:fs';\nimport type { Context, Controller, Route } from 'trellis';",
    },
    {
      file: 'pages/public.controller.ts',
      find: "handler: staticFiles(new URL('./public/', import.meta.url)) }];\n  }",
      replace:
        "handler: this.file }];\n  }\n\n  file(ctx: Context) {\n    const text = readFileSync(new URL(`./public/${ctx.param('*')}`, import.meta.url), 'utf8');\n    ctx.response.setHeader('Content-Type', 'text/css; charset=utf-8').setHeader('Cache-Control', 'no-cache');\n    return ctx.send(text);\n  }",
    },
  ],
  fails: {
    'the style is a file that browsers can keep': 'the handler is not staticFiles',
  },
} satisfies Mistake;
