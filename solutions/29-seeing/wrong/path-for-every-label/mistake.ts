import type { Mistake } from '#check';

export default {
  summary: 'The label `route` is the path and not the pattern.',
  edits: [
    { file: 'observe/requests.ts', find: "({ method, route = 'none',", replace: "({ method, path, route = 'none'," },
    { file: 'observe/requests.ts', find: ": 'other', route };", replace: ": 'other', route: path };" },
  ],
  fails: {
    'requests are counted by method, route and status': 'not the pattern of the route',
    'durations are in a histogram, in seconds': 'has grown by 0',
    'a client cannot create new series': 'a label contains the path',
  },
} satisfies Mistake;
