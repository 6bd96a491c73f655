import type { Mistake } from '#check';

export default {
  summary: 'Only the call is in the trace, and what the job logs is not.',
  edits: [
    {
      file: 'announcements/announcer.ts',
      find: 'await withTrace({ traceparent: job.traceparent }, () => this.#run(job, signal));',
      replace: 'await this.#run(job, signal);',
    },
    {
      file: 'announcements/announcer.ts',
      find: 'await this.#send(post_id, signal);',
      replace: 'await withTrace({ traceparent: job.traceparent }, () => this.#send(post_id, signal));',
    },
  ],
  fails: {
    'what a job logs has the trace of its request': 'outside of it',
  },
} satisfies Mistake;
