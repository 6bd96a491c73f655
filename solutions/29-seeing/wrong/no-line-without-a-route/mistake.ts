import type { Mistake } from '#check';

export default {
  summary: 'Requests that match no route have no line.',
  edits: [
    {
      file: 'observe/requests.ts',
      find: "  log.info('request'",
      replace: "  if (route !== 'none') log.info('request'",
    },
  ],
  fails: {
    'every request has one line, with its method, route and status': 'not by `onResponse`',
  },
} satisfies Mistake;
