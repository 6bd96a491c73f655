import type { Mistake } from '#check';

export default {
  summary: 'Only the outermost object is searched for __proto__.',
  edits: [
    {
      file: 'framework/body.ts',
      find: '    for (const inner of Object.values(next)) waiting.push(inner);\n',
      replace: '',
    },
  ],
  fails: {
    'a body that is not JSON, or names a prototype, is 400 Invalid request': 'nested',
  },
} satisfies Mistake;
