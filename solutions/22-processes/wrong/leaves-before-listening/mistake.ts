import type { Mistake } from '#check';

export default {
  summary: 'The listener for signals is added before listen(), so a signal during startup is ignored.',
  edits: [
    { file: 'api.ts', find: 'await app.listen();\n', replace: '' },
    {
      file: 'api.ts',
      find: 'process.once(signal, () => app.get(Readiness).leave());\n',
      replace: 'process.once(signal, () => app.get(Readiness).leave());\nawait app.listen();\n',
    },
  ],
  fails: { 'a signal during startup ends the program': 'is added before `listen()`' },
} satisfies Mistake;
