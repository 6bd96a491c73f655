import type { Mistake } from '#check';

export default {
  summary: 'The bytes are counted after the body has been decoded.',
  edits: [
    {
      file: 'notes.controller.ts',
      find: 'bytes: body.length',
      replace: 'bytes: Buffer.byteLength(body.toString())',
    },
  ],
  fails: {
    'POST /count counts the bytes that arrived, even if they are not text': 'bytes is computed from the string',
  },
} satisfies Mistake;
