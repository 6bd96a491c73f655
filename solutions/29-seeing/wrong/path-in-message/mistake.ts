import type { Mistake } from '#check';

export default {
  summary: 'The line of a request contains the path, and with it whatever somebody has put into a URL.',
  edits: [
    { file: 'observe/requests.ts', find: "({ method, route = 'none',", replace: "({ method, path, route = 'none'," },
    { file: 'observe/requests.ts', find: "log.info('request', {", replace: 'log.info(`${method} ${path}`, {' },
  ],
  fails: {
    'no line contains a credential, or what somebody has put into a URL': 'Log the route.',
  },
} satisfies Mistake;
