import type { Mistake } from '#check';

export default {
  summary: 'The handler copies the name from a shared object before its first await.',
  edits: [
    { file: 'known-reader.ts', find: '/** Runs', replace: "export const current = { reader: '' };\n\n/** Runs" },
    {
      file: 'known-reader.ts',
      find: '    return next();',
      replace: "    current.reader = ctx.cookie('reader') || 'stranger';\n    return next();",
    },
    { file: 'notes.controller.ts', find: 'import { KnownReader }', replace: 'import { current, KnownReader }' },
    {
      file: 'notes.controller.ts',
      find: '  async sign(ctx: Context) {\n',
      replace: '  async sign(ctx: Context) {\n    const from = current.reader;\n',
    },
    { file: 'notes.controller.ts', find: "from: ctx.get<string>('reader')", replace: 'from' },
  ],
  fails: {
    'KnownReader stores the name in the context': 'the handler copies the name from `current`',
  },
} satisfies Mistake;
