import type { Mistake } from '#check';

export default {
  summary: 'An error in done calls failed when the value is a promise.',
  edits: [
    {
      file: 'framework/settle.ts',
      find: 'value.then(done, failed);',
      replace: 'Promise.resolve(value).then(done).catch(failed);',
    },
  ],
  fails: {
    'an error in done does not call failed': 'then(done).catch(failed)',
  },
} satisfies Mistake;
