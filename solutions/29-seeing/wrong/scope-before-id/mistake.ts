import type { Mistake } from '#check';

export default {
  summary: 'The scope of the log is opened before the request has an id.',
  edits: [
    {
      file: 'app.options.ts',
      find: 'requestId(), traceContext(), logScope(),',
      replace: 'logScope(), requestId(), traceContext(),',
    },
  ],
  fails: {
    'every request has one line, with its method, route and status': 'comes before `requestId()`',
    'a client that leaves has a line, too': 'disconnected',
    'what services log has the fields of the request': '`logScope()` is missing',
    'lines of several users at once are not mixed up': 'request_id undefined',
  },
} satisfies Mistake;
