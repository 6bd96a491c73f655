import type { Mistake } from '#check';

export default {
  summary: 'The name is stored in a field, so all clients share it.',
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
    'PUT /reader/:name sets the cookie': "the handler does not call ctx.setCookie('reader', …)",
    'GET /reader returns the value of the cookie': 'does not read a cookie at all',
  },
} satisfies Mistake;
