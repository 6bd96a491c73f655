import type { Mistake } from '#check';

export default {
  summary: 'Every context creates an AbortController.',
  edits: [
    {
      file: 'framework/context.ts',
      find: '    this.#outgoing = outgoing;\n',
      replace: '    this.#outgoing = outgoing;\n    void this.signal;\n',
    },
  ],
  fails: {
    'ctx.signal aborts when the client disconnects, and only then': 'most handlers never ask for their signal',
  },
} satisfies Mistake;
