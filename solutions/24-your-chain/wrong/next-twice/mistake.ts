import type { Mistake } from '#check';

export default {
  summary: 'next() can be called as often as one likes.',
  edits: [
    {
      file: 'framework/chain.ts',
      find: '        if (continued) throw new Error(`${nameOf(layer)} called next() twice. Call it once, and return its result.`);\n',
      replace: '        if (continued) nameOf(layer);\n',
    },
  ],
  fails: {
    'a second next() is an error that names the middleware': 'nothing remembers',
  },
} satisfies Mistake;
