import type { Mistake } from '#check';

export default {
  summary: 'The name is kept where all requests share it, and the handler takes a moment before it reads it.',
  edits: [
    { file: 'known-reader.ts', find: '/** Runs', replace: "export const current = { reader: '' };\n\n/** Runs" },
    {
      file: 'known-reader.ts',
      find: "ctx.set('reader', ctx.cookie('reader') || 'stranger');",
      replace: "current.reader = ctx.cookie('reader') || 'stranger';",
    },
    { file: 'notes.controller.ts', find: 'import { KnownReader }', replace: 'import { current, KnownReader }' },
    {
      file: 'notes.controller.ts',
      find: 'welcome(ctx: Context) {',
      replace: 'async welcome() {\n    await new Promise((resolve) => setTimeout(resolve, 50));',
    },
    { file: 'notes.controller.ts', find: "ctx.get<string>('reader')", replace: 'current.reader' },
  ],
  fails: {
    'twenty readers at once are each greeted by their own name': 'it was kept where all requests share it',
  },
} satisfies Mistake;
