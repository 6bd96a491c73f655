import type { Mistake } from '#check';

export default {
  summary: 'The handler cuts the rest from the raw URL and decodes it, so a query becomes part of it.',
  edits: [
    {
      file: 'library.controller.ts',
      find: "return { below: ctx.param('*') };",
      replace: "return { below: decodeURIComponent(ctx.request.incoming.url!.slice('/tags/'.length)) };",
    },
  ],
  fails: {
    'a longer path below /tags is handled by the wildcard': 'the handler takes the value from the raw URL',
  },
} satisfies Mistake;
