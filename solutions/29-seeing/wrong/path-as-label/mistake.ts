import type { Mistake } from '#check';

export default {
  summary: 'The path of requests without a route is a label, so each path that somebody invents stays in memory.',
  edits: [
    { file: 'observe/requests.ts', find: "({ method, route = 'none',", replace: "({ method, path, route = 'none'," },
    {
      file: 'observe/requests.ts',
      find: ": 'other', route };",
      replace: ": 'other', route: route === 'none' ? path : route };",
    },
  ],
  fails: {
    'a client cannot create new series': 'a label contains the path',
  },
} satisfies Mistake;
