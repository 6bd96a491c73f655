import type { Mistake } from '#check';

export default {
  summary: 'next() does not return the result.',
  edits: [
    {
      file: 'framework/chain.ts',
      find: '        return guarded(inner(ctx));',
      replace: '        guarded(inner(ctx));',
    },
  ],
  fails: {
    'middlewares run around the handler, the outermost first': 'does not return what comes from further in',
    'the chain is built when a route is added': 'returns is lost',
    'a forgotten return does not end the process': 'swallowed',
    'concurrent requests do not share the count': 'three concurrent',
  },
} satisfies Mistake;
