import type { Mistake } from '#check';

export default {
  summary: 'The label `method` contains whatever method a client has sent.',
  edits: [{ file: 'observe/requests.ts', find: "methods.includes(method) ? method : 'other'", replace: 'method' }],
  fails: {
    'a client cannot create new series': 'whatever method',
  },
} satisfies Mistake;
