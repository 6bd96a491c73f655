import type { Mistake } from '#check';

export default {
  summary: 'The name is in a shared object, and only survives because the handler reads it before its first await.',
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
      find: 'async sign(ctx: Context) {\n',
      replace: 'async sign(ctx: Context) {\n    const { reader } = current;\n',
    },
    { file: 'notes.controller.ts', find: "ctx.get<string>('reader')", replace: 'reader' },
  ],
  fails: {
    'KnownReader stores the name in the context': 'the name still travels in a shared variable',
  },
} satisfies Mistake;
