import type { Mistake } from '#check';

export default {
  summary: 'The handler reads the cookie a second time instead of asking the context. Another handler is called get.',
  edits: [
    {
      file: 'notes.controller.ts',
      find: "ctx.get<string>('reader')",
      replace: "ctx.cookie('reader') || 'stranger'",
    },
    { file: 'notes.controller.ts', find: 'this.read }', replace: 'this.get }' },
    { file: 'notes.controller.ts', find: '  read(ctx: Context)', replace: '  get(ctx: Context)' },
  ],
  fails: {
    'KnownReader stores the name in the context': 'the handler reads the cookie a second time',
  },
} satisfies Mistake;
