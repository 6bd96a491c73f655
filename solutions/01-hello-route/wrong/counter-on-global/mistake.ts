import type { Mistake } from '#check';

export default {
  summary: 'The number of visits is a property of globalThis, which the whole process shares.',
  edits: [
    { file: 'hello.controller.ts', find: '  #visits = 0;\n', replace: '' },
    {
      file: 'hello.controller.ts',
      find: '/** Lists its',
      replace: 'const shared = globalThis as unknown as { visits?: number };\n\n/** Lists its',
    },
    {
      file: 'hello.controller.ts',
      find: 'return { visits: this.#visits };',
      replace: 'return { visits: shared.visits ?? 0 };',
    },
    { file: 'hello.controller.ts', find: 'this.#visits++;', replace: 'shared.visits = (shared.visits ?? 0) + 1;' },
    { file: 'hello.controller.ts', find: 'this.#visits = 0;', replace: 'shared.visits = 0;' },
  ],
  fails: {
    'POST /visits adds one and returns the new number': 'two applications in one process share the number',
  },
} satisfies Mistake;
