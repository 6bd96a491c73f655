import type { Mistake } from '#check';

export default {
  summary: 'The handler changes the case of the tag.',
  edits: [
    {
      file: 'library.controller.ts',
      find: "{ tag: ctx.param('tag') }",
      replace: "{ tag: ctx.param('tag').toLowerCase() }",
    },
  ],
  fails: {
    'a path parameter is decoded exactly once': 'the handler returns a different value as "tag"',
  },
} satisfies Mistake;
