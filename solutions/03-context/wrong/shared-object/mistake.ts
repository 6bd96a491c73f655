import type { Mistake } from '#check';

export default {
  summary: 'The name is in an object of the module, which all requests share.',
  edits: [
    { file: 'known-reader.ts', find: '/** Runs', replace: "export const current = { reader: '' };\n\n/** Runs" },
    {
      file: 'known-reader.ts',
      find: "ctx.set('reader', ctx.cookie('reader') || 'stranger');",
      replace: "current.reader = ctx.cookie('reader') || 'stranger';",
    },
    { file: 'notes.controller.ts', find: 'import { KnownReader }', replace: 'import { current, KnownReader }' },
    { file: 'notes.controller.ts', find: "ctx.get<string>('reader')", replace: 'current.reader' },
  ],
  fails: {
    'twenty readers who write at the same time keep their names':
      'the name is in a variable or a field that all requests share',
    'KnownReader stores the name in the context': 'KnownReader stored nothing in the context',
  },
} satisfies Mistake;
