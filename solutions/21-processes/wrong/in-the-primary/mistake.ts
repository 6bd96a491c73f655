import type { Mistake } from '#check';

export default {
  summary: 'The API is imported at the top of main.ts, so the primary handles the requests.',
  edits: [
    {
      file: 'main.ts',
      find: "import cluster from 'node:cluster';\n",
      replace: "import './api.ts';\nimport cluster from 'node:cluster';\n",
    },
    { file: 'main.ts', find: "  await import('./api.ts');\n", replace: '' },
  ],
  fails: { 'WORKERS=2 starts two workers on one port': 'x' },
} satisfies Mistake;
