import type { Mistake } from '#check';

export default {
  summary: 'The line of a client that disconnected looks like that of one that received everything.',
  edits: [{ file: 'observe/requests.ts', find: ', aborted: complete ? undefined : true', replace: '' }],
  fails: {
    'a client that leaves has a line, too': '`complete`',
  },
} satisfies Mistake;
