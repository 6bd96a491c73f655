import type { Mistake } from '#check';

export default {
  summary: 'The trace is not stored with the job, so the job begins a new one.',
  edits: [
    {
      file: 'announcements/announcements.ts',
      find: "const { traceparent = '' } = traceHeaders();",
      replace: "const traceparent = '';",
    },
  ],
  fails: {
    'the trace goes on in the call to another service': 'not stored with the job',
    'what a job logs has the trace of its request': 'is not stored with the job',
  },
} satisfies Mistake;
