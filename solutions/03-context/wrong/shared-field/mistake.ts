import type { Mistake } from '#check';

export default {
  summary: 'The middleware keeps the name in a static field, which all requests share.',
  edits: [
    {
      file: 'known-reader.ts',
      find: 'export class KnownReader implements Middleware {\n',
      replace: "export class KnownReader implements Middleware {\n  static reader = '';\n",
    },
    {
      file: 'known-reader.ts',
      find: "ctx.set('reader', ctx.cookie('reader') || 'stranger');",
      replace: "KnownReader.reader = ctx.cookie('reader') || 'stranger';",
    },
    { file: 'notes.controller.ts', find: "ctx.get<string>('reader')", replace: 'KnownReader.reader' },
  ],
  fails: {
    'twenty readers who write at the same time keep their names': 'A reader was given the name of another reader',
    'KnownReader stores the name in the context': 'KnownReader stored nothing in the context',
  },
} satisfies Mistake;
