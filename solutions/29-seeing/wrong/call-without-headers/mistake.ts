import type { Mistake } from '#check';

export default {
  summary: 'The other service never hears of the trace.',
  edits: [{ file: 'announcements/announcer.ts', find: ', ...traceHeaders() }', replace: ' }' }],
  fails: {
    'the trace goes on in the call to another service': 'without `traceHeaders()`',
  },
} satisfies Mistake;
