import type { Mistake } from '#check';

export default {
  summary: 'The number of visits is a local variable of routes(), which only handlers written there can see.',
  edits: [
    { file: 'hello.controller.ts', find: '  #visits = 0;\n', replace: '' },
    { file: 'hello.controller.ts', find: '    return [\n', replace: '    let visits = 0;\n    return [\n' },
    { file: 'hello.controller.ts', find: 'handler: this.visits }', replace: 'handler: () => ({ visits }) }' },
    {
      file: 'hello.controller.ts',
      find: 'handler: this.addVisit }',
      replace: 'handler: () => ({ visits: ++visits }) }',
    },
    {
      file: 'hello.controller.ts',
      find: 'handler: this.resetVisits }',
      replace: 'handler: () => void (visits = 0) }',
    },
    { file: 'hello.controller.ts', find: 'return { visits: this.#visits };', replace: 'return {};' },
    { file: 'hello.controller.ts', find: '    this.#visits++;\n', replace: '' },
    { file: 'hello.controller.ts', find: '    this.#visits = 0;\n', replace: '' },
  ],
  fails: {
    'POST /visits adds one and returns the new number': 'a local variable contains the number',
  },
} satisfies Mistake;
