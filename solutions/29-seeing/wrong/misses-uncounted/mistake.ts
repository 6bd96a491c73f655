import type { Mistake } from '#check';

export default {
  summary: 'Requests that match no route are not counted.',
  edits: [{ file: 'observe/requests.ts', find: '  requests.inc(', replace: "  if (route !== 'none') requests.inc(" }],
  fails: {
    'requests are counted by method, route and status': 'requests without a route are not counted',
  },
} satisfies Mistake;
