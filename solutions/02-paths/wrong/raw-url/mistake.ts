import type { Mistake } from '#check';

export default {
  summary: 'The handler cuts the tag out of the raw URL.',
  edits: [
    {
      file: 'library.controller.ts',
      find: "{ tag: ctx.param('tag') }",
      replace: "{ tag: decodeURIComponent(ctx.request.incoming.url?.split('/')[2] ?? '') }",
    },
  ],
  fails: {
    'a path parameter is decoded exactly once': 'the handler takes the value from the raw URL',
  },
} satisfies Mistake;
