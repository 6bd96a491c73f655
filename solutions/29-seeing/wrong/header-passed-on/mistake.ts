import type { Mistake } from '#check';

export default {
  summary: 'The header of the client is passed on as it is, as if our program were not part of the trace.',
  edits: [
    {
      file: 'announcements/announcements.ts',
      find: "import { Clock, Database, inject, traceHeaders } from 'trellis';",
      replace:
        "import { AsyncLocalStorage } from 'node:async_hooks';\nimport { Clock, Database, inject } from 'trellis';",
    },
    {
      file: 'announcements/announcements.ts',
      find: "const { traceparent = '' } = traceHeaders();",
      replace: "const traceparent = sent.getStore() ?? '';",
    },
    {
      file: 'announcements/announcements.ts',
      find: '/** A job:',
      replace:
        '/** The header of the current request. */\nexport const sent = new AsyncLocalStorage<string>();\n\n/** A job:',
    },
    {
      file: 'app.options.ts',
      find: 'import { Audit }',
      replace: "import { sent } from './announcements/announcements.ts';\nimport { Audit }",
    },
    {
      file: 'app.options.ts',
      find: 'traceContext(),',
      replace: "traceContext(),\n    { handle: (ctx, next) => sent.run(ctx.header('traceparent'), next) },",
    },
    {
      file: 'announcements/announcer.ts',
      find: 'await this.#send(post_id, signal);',
      replace: 'await this.#send(job, signal);',
    },
    {
      file: 'announcements/announcer.ts',
      find: 'async #send(post_id: string,',
      replace: 'async #send({ post_id, traceparent }: Announcement,',
    },
    { file: 'announcements/announcer.ts', find: '...traceHeaders() }', replace: 'traceparent }' },
  ],
  fails: {
    'the trace goes on in the call to another service': 'as it is',
  },
} satisfies Mistake;
