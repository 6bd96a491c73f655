import type { Mistake } from '#check';

export default {
  summary: 'The handler trusts the Content-Length header, which a client may omit.',
  edits: [
    { file: 'notes.controller.ts', find: 'bytes: body.length', replace: "bytes: Number(ctx.header('Content-Length'))" },
  ],
  fails: {
    'POST /count counts a body that arrives in pieces': 'bytes comes from the Content-Length header',
    'POST /count counts the bytes that arrived, even if they are not text': 'bytes is not the length of the Buffer',
  },
} satisfies Mistake;
