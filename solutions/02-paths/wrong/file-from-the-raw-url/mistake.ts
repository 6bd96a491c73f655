import type { Mistake } from '#check';

export default {
  summary: 'The handler cuts the file from the raw URL and decodes it, so a query becomes part of the name.',
  edits: [
    {
      file: 'library.controller.ts',
      find: "return { file: ctx.param('*') };",
      replace: "return { file: decodeURIComponent(ctx.request.incoming.url!.slice('/files/'.length)) };",
    },
  ],
  fails: {
    'GET /files/* returns the rest of the path': 'the handler takes the value from the raw URL',
  },
} satisfies Mistake;
