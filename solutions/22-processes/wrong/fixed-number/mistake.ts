import type { Mistake } from '#check';

export default {
  summary: 'Always starts four workers, whatever WORKERS says.',
  edits: [{ file: 'main.ts', find: '.start(count)', replace: '.start(4)' }],
  fails: { 'WORKERS=2 starts two workers on one port': 'a number other than the result of' },
} satisfies Mistake;
