import type { Mistake } from '#check';

export default {
  summary: 'A stream for a client that has disconnected stays open.',
  edits: [
    {
      file: 'framework/dispatcher.ts',
      find: '    this.#send(ctx, outgoing);\n  }\n\n  #send',
      replace: '    if (!(error instanceof ClientGone)) this.#send(ctx, outgoing);\n  }\n\n  #send',
    },
  ],
  fails: {
    'a stream in a response that is not sent is destroyed': 'send discards it',
  },
} satisfies Mistake;
