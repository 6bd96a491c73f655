import type { Mistake } from '#check';

export default {
  summary: 'The function that chain returns wraps the handler again for each request.',
  edits: [
    {
      file: 'framework/chain.ts',
      find: 'return middlewares.reduceRight<Handler>(',
      replace: 'return (request) => middlewares.reduceRight<Handler>(',
    },
    { file: 'framework/chain.ts', find: '    handler,\n  );', replace: '    handler,\n  )(request);' },
  ],
  fails: {
    'the chain is built when a route is added': 'the chain is put together during each request',
  },
} satisfies Mistake;
