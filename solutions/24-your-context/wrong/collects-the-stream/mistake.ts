import type { Mistake } from '#check';

export default {
  summary: 'A stream is piped with end(), whatever happens to it.',
  edits: [
    {
      file: 'framework/response.ts',
      find: 'return void pipeline(body, outgoing, () => {});',
      replace: "return void body.on('error', () => outgoing.end()).pipe(outgoing);",
    },
    { file: 'framework/response.ts', find: 'import { pipeline, Readable }', replace: 'import { Readable }' },
  ],
  fails: {
    'a stream that fails halfway cuts the connection, and the server lives on': 'a part for the whole',
    'a stream is destroyed if its client disconnects, or if the response has no body':
      'pipe() does not destroy its source',
  },
} satisfies Mistake;
