import type { Mistake } from '#check';

export default {
  summary: 'A signal that is asked for after the client has gone never aborts.',
  edits: [
    {
      file: 'framework/context.ts',
      find: '      if (this.#outgoing.destroyed) controller.abort();\n',
      replace: '',
    },
  ],
  fails: {
    'ctx.signal aborts when the client disconnects, and only then': 'its event never comes',
  },
} satisfies Mistake;
