import type { Mistake } from '#check';

export default {
  summary: 'The count of next() belongs to the route.',
  edits: [
    {
      file: 'framework/chain.ts',
      find: '(inner, layer) => (ctx) => {\n      let continued = false;\n      return layer.handle(ctx, () => {',
      replace:
        '(inner, layer, index) => (ctx) => {\n      return layer.handle(ctx, () => {\n        let continued = used.has(index);',
    },
    {
      file: 'framework/chain.ts',
      find: '        continued = true;\n',
      replace: '        continued = true;\n        used.add(index);\n',
    },
    {
      file: 'framework/chain.ts',
      find: '  return middlewares.reduceRight',
      replace: '  const used = new Set<number>();\n  return middlewares.reduceRight',
    },
  ],
  fails: {
    'concurrent requests do not share the count': 'for each request',
  },
} satisfies Mistake;
