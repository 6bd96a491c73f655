import type { Mistake } from '#check';

export default {
  summary: 'The worker leaves on SIGTERM only, so after Ctrl-C it still claims to be ready.',
  edits: [{ file: 'api.ts', find: "['SIGINT', 'SIGTERM'] as const", replace: "['SIGTERM'] as const" }],
  fails: { 'a worker also leaves on SIGINT': 'Nothing calls `leave()` on SIGINT' },
} satisfies Mistake;
