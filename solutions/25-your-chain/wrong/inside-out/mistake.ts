import type { Mistake } from '#check';

export default {
  summary: 'The last middleware is the outermost one.',
  edits: [
    { file: 'framework/chain.ts', find: 'middlewares.reduceRight<Handler>(', replace: 'middlewares.reduce<Handler>(' },
  ],
  fails: {
    'middlewares run around the handler, the outermost first': 'wrap the handler from the end',
  },
} satisfies Mistake;
