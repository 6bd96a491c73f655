import type { Mistake } from '#check';

export default {
  summary: 'The middleware stores an empty name, and the handler has the default.',
  edits: [
    { file: 'known-reader.ts', find: " || 'stranger'", replace: '' },
    {
      file: 'notes.controller.ts',
      find: "ctx.get<string>('reader')",
      replace: "ctx.get<string>('reader') || 'stranger'",
    },
  ],
  fails: {
    'KnownReader stores the name in the context': 'the handler replaces a missing name with stranger',
  },
} satisfies Mistake;
