import type { Mistake } from '#check';

export default {
  summary: 'The trace id is cut out of the header, and nobody checks it.',
  edits: [
    { file: 'app.options.ts', find: 'requestId, traceContext }', replace: 'requestId, withLogFields }' },
    {
      file: 'app.options.ts',
      find: 'traceContext(),',
      replace:
        "{\n      handle: (ctx, next) => withLogFields({ trace_id: ctx.header('traceparent').split('-')[1] }, next),\n    },",
    },
  ],
  fails: {
    'an invalid traceparent begins a new trace, and reaches no line': 'the header',
    'the trace goes on in the call to another service': 'not stored with the job',
    'what a job logs has the trace of its request': '`traceparent` is not stored',
  },
} satisfies Mistake;
