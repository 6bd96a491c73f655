import type { Mistake } from '#check';

export default {
  summary: 'A request that matches no route has no field `route` in its line.',
  edits: [
    {
      file: 'observe/requests.ts',
      find: "log.info('request', { method, route,",
      replace: "log.info('request', { method, route: route === 'none' ? undefined : route,",
    },
  ],
  fails: {
    'every request has one line, with its method, route and status': 'Give it the default value',
  },
} satisfies Mistake;
