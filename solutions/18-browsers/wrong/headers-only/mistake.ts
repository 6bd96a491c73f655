import type { Mistake } from '#check';

export default {
  summary: 'The headers must arrive in time, but the body may take as long as the default allows.',
  edits: [{ file: 'app.options.ts', find: ', requestTimeout: 10_000', replace: '' }],
  fails: {
    'a request may take ten seconds': 'the default of the framework applies',
  },
} satisfies Mistake;
