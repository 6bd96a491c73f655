import type { Mistake } from '#check';

export default {
  summary: 'A stream is piped with end(), whatever happens to it.',
  edits: [
    {
      file: 'framework/response.ts',
      find: '  pipeline(body, outgoing, () => {});',
      replace: "  body.pipe(outgoing);\n  body.on('error', () => outgoing.end());",
    },
    { file: 'framework/response.ts', find: 'import { pipeline, Readable }', replace: 'import { Readable }' },
  ],
  fails: {
    'a stream that fails halfway cuts the connection, and the server lives on': 'a part for the whole',
  },
} satisfies Mistake;
