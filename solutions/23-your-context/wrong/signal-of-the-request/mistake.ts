import type { Mistake } from '#check';

export default {
  summary: 'The signal listens to the request, which closes early.',
  edits: [
    {
      file: 'framework/context.ts',
      find: "this.#outgoing.once('close', () => {\n        if (!this.#outgoing.writableFinished) controller.abort();\n      });",
      replace: "this.request.incoming.once('close', () => controller.abort());",
    },
  ],
  fails: {
    'ctx.signal aborts when the client disconnects, and only then': 'the listener is on the request',
  },
} satisfies Mistake;
