import type { Mistake } from '#check';

export default {
  summary: 'Every value is awaited.',
  edits: [
    {
      file: 'framework/settle.ts',
      find: '    if (isPromise(value)) return void value.then(done, failed);',
      replace: '    return void Promise.resolve(value).then(done, failed);',
    },
    { file: 'framework/settle.ts', find: '  done(value);\n', replace: '' },
  ],
  fails: {
    'the response of a synchronous handler is sent before dispatch returns': 'even one that is not a promise',
  },
} satisfies Mistake;
