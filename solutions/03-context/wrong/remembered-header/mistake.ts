import type { Mistake } from '#check';

export default {
  summary: 'The handler remembers the last X-Reader in a field.',
  edits: [
    {
      file: 'notes.controller.ts',
      find: '  readonly #notes: string[] = [];\n',
      replace: "  readonly #notes: string[] = [];\n  #reader = 'stranger';\n",
    },
    {
      file: 'notes.controller.ts',
      find: '  whoami(ctx: Context) {\n',
      replace: "  whoami(ctx: Context) {\n    this.#reader = ctx.header('X-Reader') || this.#reader;\n",
    },
    {
      file: 'notes.controller.ts',
      find: "reader: ctx.header('X-Reader') || 'stranger'",
      replace: 'reader: this.#reader',
    },
  ],
  fails: {
    'a header that was not sent has a default': 'a field that still has the header of an earlier request',
  },
} satisfies Mistake;
