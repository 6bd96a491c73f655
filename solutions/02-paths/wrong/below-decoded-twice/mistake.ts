import type { Mistake } from '#check';

export default {
  summary: 'The handler of the wildcard decodes the rest a second time.',
  edits: [
    {
      file: 'library.controller.ts',
      find: "{ below: ctx.param('*') }",
      replace: "{ below: decodeURIComponent(ctx.param('*')) }",
    },
  ],
  fails: {
    'a longer path below /tags is handled by the wildcard': 'the handler decodes a value that is decoded already',
  },
} satisfies Mistake;
