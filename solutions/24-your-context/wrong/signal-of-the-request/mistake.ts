import type { Mistake } from '#check';

export default {
  summary: 'The signal listens to the request, which closes early.',
  edits: [
    {
      file: 'framework/context.ts',
      find: "this.#outgoing.once('close'",
      replace: "this.request.incoming.once('close'",
    },
  ],
  fails: {
    'ctx.signal aborts when the client disconnects, and only then': 'the listener is on the request',
  },
} satisfies Mistake;
