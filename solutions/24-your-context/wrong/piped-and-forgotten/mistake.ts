import type { Mistake } from '#check';

export default {
  summary: 'A stream stays open after its client has disconnected.',
  edits: [
    {
      file: 'framework/response.ts',
      find: 'return void pipeline(body, outgoing, () => {});',
      replace: "return void body.on('error', () => outgoing.destroy()).pipe(outgoing);",
    },
    {
      file: 'framework/response.ts',
      find: 'import { pipeline, Readable }',
      replace: 'import { Readable }',
    },
  ],
  fails: {
    'a stream is destroyed if its client disconnects, or if the response has no body':
      'pipe() does not destroy its source',
  },
} satisfies Mistake;
