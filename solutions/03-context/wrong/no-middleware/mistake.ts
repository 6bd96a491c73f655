import type { Mistake } from '#check';

export default {
  summary: 'The handler reads the cookie itself.',
  edits: [
    { file: 'notes.controller.ts', find: 'middlewares: [KnownReader], ', replace: '' },
    { file: 'notes.controller.ts', find: "import { KnownReader } from './known-reader.ts';\n", replace: '' },
    { file: 'notes.controller.ts', find: "ctx.get<string>('reader')", replace: "ctx.cookie('reader') || 'stranger'" },
  ],
  fails: {
    'KnownReader stores the name in the context': 'the route does not list the middleware',
  },
} satisfies Mistake;
