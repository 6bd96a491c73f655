import type { Mistake } from '#check';

export default {
  summary: 'The second signal ends the process while the first one is still stopping it.',
  edits: [{ file: 'framework/app.ts', find: 'process.on(signal,', replace: 'process.once(signal,' }],
  fails: {
    'a signal stops the application, and then the process': 'Use process.on',
  },
} satisfies Mistake;
