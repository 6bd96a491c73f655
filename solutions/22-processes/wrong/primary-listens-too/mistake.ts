import type { Mistake } from '#check';

export default {
  summary: 'The primary runs the API as well: it takes the port that its workers need.',
  edits: [{ file: 'main.ts', find: '.start(count);', replace: ".start(count);\n  await import('./api.ts');" }],
  fails: { 'WORKERS=2 starts two workers on one port': 'imports ./api.ts in the primary process, too' },
} satisfies Mistake;
