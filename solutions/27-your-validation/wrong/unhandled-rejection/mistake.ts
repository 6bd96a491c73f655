import type { Mistake } from '#check';

export default {
  summary: 'A forgotten await ends the process.',
  edits: [
    {
      file: 'framework/context.ts',
      find: 'return guarded(this.#bind(target));',
      replace: 'return this.#bind(target);',
    },
    { file: 'framework/context.ts', find: "import { guarded } from './settle.ts';\n", replace: '' },
  ],
  fails: {
    'a handler that forgets to await bind does not end the process': 'nobody handles the rejection',
  },
} satisfies Mistake;
