import type { Mistake } from '#check';

export default {
  summary: 'DELETE sets a local variable instead of the field.',
  edits: [
    {
      file: 'hello.controller.ts',
      find: '    this.#visits = 0;\n  }',
      replace: '    const visits = 0;\n    void visits;\n  }',
    },
  ],
  fails: {
    'DELETE /visits sets the number back to 0': 'does not change the field that GET /visits returns',
  },
} satisfies Mistake;
