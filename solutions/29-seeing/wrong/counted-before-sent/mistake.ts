import type { Mistake } from '#check';

export default {
  summary: 'An attempt is counted as a success before anything was sent.',
  edits: [
    {
      file: 'announcements/announcer.ts',
      find: '      await this.#send(post_id, signal);',
      replace: "      jobs.inc({ result: 'ok' });\n      await this.#send(post_id, signal);",
    },
    {
      file: 'announcements/announcer.ts',
      find: "attempts });\n      jobs.inc({ result: 'ok' });",
      replace: 'attempts });',
    },
  ],
  fails: {
    'jobs that succeed and that fail': 'before its result is known',
  },
} satisfies Mistake;
