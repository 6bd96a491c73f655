import type { Mistake } from '#check';

export default {
  summary: 'The name is kept in a field, and so every reader has the name of the last one.',
  edits: [
    {
      file: 'notes.controller.ts',
      find: '  readonly #notes: string[] = [];\n',
      replace: "  readonly #notes: string[] = [];\n  #reader = '';\n",
    },
    {
      file: 'notes.controller.ts',
      find: "ctx.setCookie('reader', ctx.param('name'));",
      replace: "this.#reader = ctx.param('name');",
    },
    {
      file: 'notes.controller.ts',
      find: "reader(ctx: Context) {\n    return { reader: ctx.cookie('reader') };",
      replace: 'reader() {\n    return { reader: this.#reader };',
    },
  ],
  fails: {
    'PUT /reader/:name sets the cookie': 'The header Set-Cookie is missing',
    'GET /reader reads the cookie': 'ctx.cookie(…) takes the name of the cookie',
  },
} satisfies Mistake;
