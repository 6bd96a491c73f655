import type { Mistake } from '#check';

export default {
  summary: 'next() can be called as often as one likes.',
  edits: [
    {
      file: 'framework/chain.ts',
      find: '        if (continued) throw new Error(`${layer.constructor.name} called next() twice. Call it once.`);\n',
      replace: '        if (continued) void layer;\n',
    },
  ],
  fails: {
    'a second next() is an error that names the middleware': 'nothing remembers',
  },
} satisfies Mistake;
